import { clsx } from 'clsx';
import { useId } from 'react';
import { QueryError } from '@/components/page/query-view';
import { useUser } from '@/lib/current-user';
import { useDashboard } from '../api/dashboard.api';
import { DailyLimit } from './daily-limit';
import { EligibilityNote } from './eligibility-note';
import { ServiceStatus } from './service-status';
import { Today, TodaySkeleton } from './today';

const panelClasses = 'min-w-0 p-5 sm:p-6';

export function DashboardSummary() {
  const noteId = useId();
  const user = useUser();
  const query = useDashboard();
  const { data, error, errorUpdateCount, refetch } = query;
  if (!user) return null;
  // If the summary cannot be loaded, the agent must still be able to pause.
  const canChange = data !== undefined || errorUpdateCount > 0;
  const { serviceEnabled, dailyLeadLimit } = data ?? user;
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
            <ServiceStatus
              serviceEnabled={serviceEnabled}
              resumptionNeedsAdmin={data?.resumptionNeedsAdmin ?? false}
              explanationId={noteId}
            />
            <EligibilityNote id={noteId} summary={data} hasFailed={data === undefined && error !== null} />
          </div>
        </div>
        <div className={panelClasses}>
          <DailyLimit savedLimit={dailyLeadLimit} isLoaded={canChange} />
        </div>
      </div>
    </div>
  );
}
