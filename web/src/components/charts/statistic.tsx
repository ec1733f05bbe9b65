import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface StatisticProps {
  label: string;
  value: string;
  isMoney?: boolean;
  /** What stands below the value. */
  children: ReactNode;
}

/** A number that matters, in a definition list. */
export const Statistic = ({ label, value, isMoney = false, children }: StatisticProps) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd>
      <span className={clsx('block text-4xl font-semibold tracking-tight', isMoney && 'text-money')}>
        {value}
      </span>
      {children}
    </dd>
  </div>
);
