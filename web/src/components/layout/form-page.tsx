import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

interface FormPageProps {
  title: string;
  subtitle: string;
  children: ReactNode;
  /** Shown next to the card on wide screens. */
  aside?: ReactNode;
}

export const FormPage = ({ title, subtitle, children, aside }: FormPageProps) => (
  <div className="page flex grow flex-col items-center py-12 md:py-20">
    <div className={clsx('w-full max-w-[448px]', aside !== undefined && 'lg:max-w-[888px]')}>
      <h1 className="display text-2xl md:text-3xl">{title}</h1>
      <p className="mt-2 text-muted">{subtitle}</p>
      <div
        className={clsx(
          'mt-8 grid grid-cols-1 gap-x-16 gap-y-8',
          aside !== undefined && 'items-start lg:grid-cols-[minmax(0,480px)_minmax(0,1fr)]',
        )}
      >
        <div>{children}</div>
        {aside}
      </div>
    </div>
  </div>
);

/** A text link with a tap target of 44 px. */
export const CardLink = ({ className, ...rest }: LinkProps & { className?: string }) => (
  <Link className={clsx('link inline-flex min-h-11 items-center', className)} {...rest} />
);

interface FormCardProps {
  title: string;
  description?: string;
  children: ReactNode;
  footer?: ReactNode;
}

export const FormCard = ({ title, description, children, footer }: FormCardProps) => (
  <div className="rounded-card border border-line bg-surface">
    <div className="p-5 sm:p-7">
      <h2 className="text-lg font-semibold">{title}</h2>
      {description === undefined ? null : <p className="text-muted">{description}</p>}
      <div className="mt-6">{children}</div>
    </div>
    {footer === undefined ? null : (
      <div className="rounded-b-card border-t border-line bg-sunken px-5 py-1.5 text-sm sm:px-7">
        {footer}
      </div>
    )}
  </div>
);
