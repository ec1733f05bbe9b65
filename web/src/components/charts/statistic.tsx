import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface StatisticProps {
  label: string;
  value: string;
  isMoney?: boolean;
  /** Link to the list of what was counted. */
  to?: string | undefined;
  /** Shown below the value. */
  children: ReactNode;
}

/** A large number with its label, in a definition list. */
export const Statistic = ({ label, value, isMoney = false, to, children }: StatisticProps) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd>
      <span className={clsx('block text-4xl font-semibold tracking-tight', isMoney && 'text-money')}>
        {to === undefined ? (
          value
        ) : (
          <Link
            to={to}
            aria-label={`${label}: ${value}`}
            className="underline decoration-line-strong decoration-1 underline-offset-[6px] hover:decoration-current"
          >
            {value}
          </Link>
        )}
      </span>
      {children}
    </dd>
  </div>
);
