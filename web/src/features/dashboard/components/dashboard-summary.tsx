import { formatPrice } from '@desk/contracts/format/price';
import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.routes';
import type { EligibilityReason } from '@desk/contracts/leads/sold-leads.values';
import { toCents } from '@desk/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ComponentType, useId } from 'react';
import { Link } from 'react-router';
import { CardRecoveryButton } from '@/components/card-recovery/card-recovery';
import { Statistic } from '@/components/charts/statistic';
import { QueryError } from '@/components/page/query-view';
import { CircleCheck, CirclePause, CreditCard, Hourglass, Info, TriangleAlert } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { formatDailyCost, LEAD_PRICE } from '@/config/pricing';
import { useUser } from '@/lib/current-user';
import { formatCount } from '@/lib/numbers';
import { routeQuery } from '@/lib/route-query';
import { useDashboard, useToggleService } from '../api/dashboard.api';
import { describeEligibility } from '../lib/describe-eligibility';
import { DailyLimit } from './daily-limit';

interface TodayProps {
  summary: DashboardSummary;
  /** The last refresh failed. */
  isOutdated: boolean;
  onRetry: () => void;
}

function Today({ summary, isOutdated, onRetry }: TodayProps) {
  const { leadsToday, dailyLeadLimit, spentToday } = summary;
  const usedFraction = Math.min(1, leadsToday / dailyLeadLimit);
  return (
    <div className="tabular">
      <dl className="flex flex-wrap gap-x-8 gap-y-4 sm:gap-x-14">
        <Statistic label="Leads today" value={formatCount(leadsToday)}>
          <span className="text-muted"> of {formatCount(dailyLeadLimit)}</span>
        </Statistic>
        <Statistic label="Spent today" value={formatPrice(toCents(spentToday))} isMoney>
          <span className="text-muted"> of {formatDailyCost(dailyLeadLimit)}</span>
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

const TodaySkeleton = () => (
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

const icons: Record<EligibilityReason, ComponentType<{ className?: string; 'aria-hidden'?: boolean }>> = {
  paused: CirclePause,
  'no-card': CreditCard,
  'card-failing': TriangleAlert,
  'limit-reached': Hourglass,
  'charge-on-hold': Hourglass,
  'weekly-budget-reached': Hourglass,
  'monthly-budget-reached': Hourglass,
  'outside-hours': Hourglass,
  'filters-too-narrow': TriangleAlert,
  'waiting-for-supply': CircleCheck,
};
const tones = { brand: 'text-brand', money: 'text-money', danger: 'text-danger' } as const;

/** Offers what makes the card usable again with one click. */
function FailingCard() {
  const { data } = useQuery({ ...routeQuery('getCard'), staleTime: 0 });
  return data?.recovery && data.recovery !== 'replace' ? (
    <div className="mt-3 ml-8">
      <CardRecoveryButton recovery={data.recovery} />
    </div>
  ) : null;
}

interface EligibilityNoteProps {
  id: string;
  /** Undefined until loaded. */
  summary: DashboardSummary | undefined;
  hasFailed: boolean;
}

function EligibilityNote({ id, summary, hasFailed }: EligibilityNoteProps) {
  const description = summary === undefined ? null : describeEligibility(summary);
  const Icon = description === null ? null : icons[description.reason];
  return (
    <div id={id} role="status">
      {hasFailed ? null : description === null || Icon === null ? (
        <Skeleton className="my-[3px] h-5 w-4/5" />
      ) : (
        <p className="flex gap-3">
          <Icon aria-hidden className={clsx('mt-[3px] size-5 shrink-0', tones[description.tone])} />
          <span>
            {description.text}{' '}
            {description.action === undefined ? null : (
              <Link to={description.action.to} className="link font-semibold whitespace-nowrap">
                {description.action.label}
              </Link>
            )}{' '}
            <Link to="/lead-report" className="link whitespace-nowrap">
              See why
            </Link>
          </span>
        </p>
      )}
      {description?.reason === 'card-failing' ? <FailingCard /> : null}
    </div>
  );
}

const panelClasses = 'min-w-0 p-5 sm:p-6';

export function DashboardSummary() {
  const id = useId();
  const user = useUser();
  const query = useDashboard();
  const toggle = useToggleService();
  const { data, error, errorUpdateCount, refetch } = query;
  if (!user) return null;
  // If the summary cannot be loaded, the agent must still be able to pause.
  const canChange = data !== undefined || errorUpdateCount > 0;
  const { serviceEnabled, dailyLeadLimit } = data ?? user;
  // Shows the new status at once, and the old one again if the change fails.
  const isOn = toggle.isPending ? toggle.variables : serviceEnabled;
  // Only our team can resume the service.
  const isLocked = data?.resumptionNeedsAdmin === true && !serviceEnabled && !toggle.isPending;
  return (
    <div className="@container">
      <div className="rounded-card border border-line bg-surface">
        <div className="grid border-b border-line @2xl:grid-cols-2">
          <section
            aria-label="Today"
            className={clsx(panelClasses, 'border-line @max-2xl:border-b @2xl:border-r')}
          >
            {data !== undefined ? (
              <Today summary={data} isOutdated={error !== null} onRetry={() => void refetch()} />
            ) : error !== null ? (
              <QueryError query={query} what="today's numbers" />
            ) : (
              <TodaySkeleton />
            )}
          </section>
          <div className={clsx(panelClasses, 'flex flex-col justify-between gap-4')}>
            <section aria-labelledby={`${id}-title`} className="flex items-center justify-between gap-6">
              <div>
                <h2 id={`${id}-title`} className="text-sm text-muted">
                  Service Status
                </h2>
                <label htmlFor={`${id}-switch`} className="block cursor-pointer text-lg font-semibold">
                  {isOn ? 'Service Active' : 'Service Paused'}
                </label>
              </div>
              <Switch
                id={`${id}-switch`}
                isOn={isOn}
                aria-describedby={isLocked ? `${id}-title ${id}-note` : `${id}-title`}
                isLocked={isLocked}
                onChange={(isEnabled) => toggle.mutate(isEnabled)}
              />
            </section>
            <EligibilityNote
              id={`${id}-note`}
              summary={data}
              hasFailed={data === undefined && error !== null}
            />
          </div>
        </div>
        <div className={panelClasses}>
          <DailyLimit savedLimit={dailyLeadLimit} isLoaded={canChange} />
        </div>
      </div>
    </div>
  );
}

/** Reminds the agent that leads come from every state, while none are chosen. */
export function StatesNote() {
  const { data } = useQuery({ ...routeQuery('getFilters'), staleTime: 0 });
  if (data?.filters.states.length !== 0) return null;
  return (
    <p className="flex gap-3 text-sm text-muted">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        Leads come from every state, and each costs {LEAD_PRICE}.{' '}
        <Link to="/settings?tab=filters" className="link font-semibold">
          Choose the states where you are licensed
        </Link>
      </span>
    </p>
  );
}
