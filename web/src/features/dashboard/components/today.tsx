import { formatPrice } from '@desk/contracts/format/price';
import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.routes';
import { toCents } from '@desk/contracts/money';
import { clsx } from 'clsx';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDailyCost } from '@/config/pricing';
import { formatCount } from '@/lib/numbers';

interface StatisticProps {
  label: string;
  limit: string;
  isMoney?: boolean;
  children: string;
}

const Statistic = ({ label, limit, isMoney = false, children }: StatisticProps) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd>
      <span className={clsx('block text-4xl font-semibold tracking-tight', isMoney && 'text-money')}>
        {children}
      </span>{' '}
      <span className="text-muted">of {limit}</span>
    </dd>
  </div>
);

interface TodayProps {
  summary: DashboardSummary;
  /** The last refresh failed. */
  isOutdated: boolean;
  onRetry: () => void;
}

export function Today({ summary, isOutdated, onRetry }: TodayProps) {
  const { leadsToday, dailyLeadLimit, spentToday } = summary;
  const usedFraction = Math.min(1, leadsToday / dailyLeadLimit);
  return (
    <div className="tabular">
      <dl className="flex flex-wrap gap-x-8 gap-y-4 sm:gap-x-14">
        <Statistic label="Leads today" limit={formatCount(dailyLeadLimit)}>
          {formatCount(leadsToday)}
        </Statistic>
        <Statistic label="Spent today" limit={formatDailyCost(dailyLeadLimit)} isMoney>
          {formatPrice(toCents(spentToday))}
        </Statistic>
      </dl>
      <div aria-hidden className="mt-4 mb-1 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className="h-full rounded-full bg-brand transition-[width] duration-200 ease-out"
          style={{ width: `${usedFraction * 100}%` }}
        />
      </div>
      {isOutdated ? (
        <p role="alert" className="mt-4 text-sm text-danger">
          These numbers may be out of date.{' '}
          <button type="button" className="link font-semibold" onClick={onRetry}>
            Try again
          </button>
        </p>
      ) : null}
    </div>
  );
}

export const TodaySkeleton = () => (
  <div role="status">
    <p className="sr-only">Loading today's numbers...</p>
    <div aria-hidden className="flex flex-wrap gap-x-8 gap-y-4 sm:gap-x-14">
      {['Leads today', 'Spent today'].map((label) => (
        <div key={label}>
          <p className="text-sm text-muted">{label}</p>
          <Skeleton className="my-2 h-9.5 w-28" />
          <Skeleton className="my-[5px] h-4 w-14" />
        </div>
      ))}
    </div>
    <Skeleton className="mt-4 mb-1 h-1.5 w-full rounded-full" />
  </div>
);
