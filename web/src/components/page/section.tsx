import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: string;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export const Section = ({ id, title, action, className, children }: SectionProps) => (
  <section aria-labelledby={id} className={clsx('min-w-0', className)}>
    <div className="mb-3 flex flex-wrap items-center justify-between gap-4">
      <h2 id={id} tabIndex={-1} className="text-lg font-semibold">
        {title}
      </h2>
      {action}
    </div>
    {children}
  </section>
);
