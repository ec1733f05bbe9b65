import { clsx } from 'clsx';
import { useId } from 'react';
import { QueryError } from '@/components/page/query-view';
import { Switch } from '@/components/ui/switch';
import { useUser } from '@/lib/current-user';
import { useDashboard, useToggleService } from '../api/dashboard.api';
import { DailyLimit } from './daily-limit';
import { EligibilityNote } from './eligibility-note';
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

interface ServiceStatusProps {
  serviceEnabled: boolean;
  /** Whether only our team can resume the service. */
  resumptionNeedsAdmin: boolean;
  /** Id of the element that explains the status. */
  explanationId: string;
}

/** Shows the new status at once, and the old one again if the change fails. */
function ServiceStatus({ serviceEnabled, resumptionNeedsAdmin, explanationId }: ServiceStatusProps) {
  const id = useId();
  const { mutate, isPending, variables } = useToggleService();
  const isOn = isPending ? variables : serviceEnabled;
  const isLocked = resumptionNeedsAdmin && !serviceEnabled && !isPending;
  return (
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
        aria-describedby={isLocked ? `${id}-title ${explanationId}` : `${id}-title`}
        isLocked={isLocked}
        onChange={(isEnabled) => mutate(isEnabled)}
      />
    </section>
  );
}
