import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface CardProps {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A framed section, labeled by its title. */
export function Card({ title, description, actions, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={clsx('min-w-0 rounded-card border border-line bg-surface p-5 sm:p-6', className)}
    >
      {title === undefined ? null : (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            {description === undefined ? null : <p className="text-muted">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
