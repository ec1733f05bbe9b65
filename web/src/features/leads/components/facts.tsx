import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A list of named facts; one beside the other where there is room. */
export const Facts = ({ children, className }: { children: ReactNode; className?: string }) => (
  <dl className={clsx('tabular grid gap-x-8 gap-y-4', className)}>{children}</dl>
);

export const Fact = ({
  label,
  isLong = false,
  children,
  className,
}: {
  label: string;
  /** An address or a code, which would shout in bold. */
  isLong?: boolean;
  children: ReactNode;
  className?: string;
}) => (
  <div className={clsx('min-w-0', className)}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className={clsx('wrap-anywhere', !isLong && 'font-semibold')}>{children}</dd>
  </div>
);
