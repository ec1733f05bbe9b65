import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

interface FactsProps {
  /** Nulls are left out. */
  facts: readonly (Fact | null)[];
  className?: string;
}

/** Labels and their values, one pair per line where there is room. */
export const Facts = ({ facts, className = 'text-sm sm:gap-y-1.5' }: FactsProps) => (
  <dl className={clsx('tabular grid gap-x-4 sm:grid-cols-[minmax(7rem,auto)_1fr]', className)}>
    {facts
      .filter((fact) => fact !== null)
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:mb-2.5 max-sm:last:mb-0">{value}</dd>
        </Fragment>
      ))}
  </dl>
);
