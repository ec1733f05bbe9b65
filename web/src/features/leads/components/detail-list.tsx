import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export const DetailList = ({ children, className }: { children: ReactNode; className?: string }) => (
  <dl className={clsx('tabular grid gap-x-8 gap-y-4', className)}>{children}</dl>
);

export const Detail = ({
  label,
  isCode = false,
  children,
  className,
}: {
  label: string;
  /** An ID or URL, which is too long for bold text. */
  isCode?: boolean;
  children: ReactNode;
  className?: string;
}) => (
  <div className={clsx('min-w-0', className)}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className={clsx('wrap-anywhere', !isCode && 'font-semibold')}>{children}</dd>
  </div>
);
