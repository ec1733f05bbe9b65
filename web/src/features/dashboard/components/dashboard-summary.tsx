import { clsx } from 'clsx';
import { useId } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { useUser } from '@/lib/current-user';
import { useDashboard } from '../api/get-dashboard';
import { DailyLimit } from './daily-limit';
import { EligibilityNote } from './eligibility-note';
import { ServiceStatus } from './service-status';
import { Today, TodaySkeleton } from './today';

const panelClasses = 'min-w-0 p-5 sm:p-6';

/** Today's numbers, service status and daily limit. */
export function DashboardSummary() {
  const noteId = useId();
  const user = useUser();
  const { data, error, errorUpdateCount, isFetching, refetch } = useDashboard();
  // If the summary cannot be loaded, the agent must still be able to pause.
  const settings = data ?? (errorUpdateCount === 0 ? undefined : user);
  const retry = () => void refetch();
  return (
    <div className="@container">
      <div className="rounded-card border border-line bg-surface">
        <div className="grid border-b border-line @2xl:grid-cols-2">
          <section
            aria-label="Today"
            className={clsx(panelClasses, 'border-line @max-2xl:border-b @2xl:border-r')}
          >
            {data !== undefined ? (
              <Today summary={data} isOutdated={error !== null} onRetry={retry} />
            ) : error !== null ? (
              <ErrorState
                title="Today's numbers could not be loaded."
                error={error}
                onRetry={retry}
                isRetrying={isFetching}
              />
            ) : (
              <TodaySkeleton />
            )}
          </section>
          <div className={clsx(panelClasses, 'flex flex-col justify-between gap-4')}>
            <ServiceStatus
              serviceEnabled={settings?.serviceEnabled ?? user?.serviceEnabled ?? false}
              resumptionNeedsAdmin={data?.resumptionNeedsAdmin ?? false}
              explanationId={noteId}
            />
            <EligibilityNote id={noteId} summary={data} hasFailed={data === undefined && error !== null} />
          </div>
        </div>
        <div className={panelClasses}>
          <DailyLimit savedLimit={settings?.dailyLeadLimit ?? null} />
        </div>
      </div>
    </div>
  );
}
