import { clsx } from 'clsx';
import { ErrorState } from '@/components/ui/error-state';
import { useUser } from '@/lib/current-user';
import { useDashboard } from '../api/get-dashboard';
import { DailyLimit } from './daily-limit';
import { ServiceStatus } from './service-status';
import { StandingNote } from './standing-note';
import { Today, TodaySkeleton } from './today';

const cell = 'min-w-0 p-5 sm:p-6';

/** Where the agent stands today, and what they can do about it. */
export function Desk() {
  const user = useUser();
  const { data, error, errorUpdateCount, isFetching, refetch } = useDashboard();
  // Nobody must be kept from pausing because the figures cannot be read.
  const known = data ?? (errorUpdateCount === 0 ? undefined : user);
  const retry = () => void refetch();
  return (
    <div className="@container">
      <div className="rounded-card border border-line bg-surface">
        <div className="grid border-b border-line @2xl:grid-cols-2">
          <section aria-label="Today" className={clsx(cell, 'border-line @max-2xl:border-b @2xl:border-r')}>
            {data !== undefined ? (
              <Today dashboard={data} isOld={error !== null} onRetry={retry} />
            ) : error !== null ? (
              <ErrorState
                title="Today’s figures could not be loaded."
                error={error}
                onRetry={retry}
                isRetrying={isFetching}
              />
            ) : (
              <TodaySkeleton />
            )}
          </section>
          <div className={clsx(cell, 'flex flex-col justify-between gap-4')}>
            <ServiceStatus serviceEnabled={known?.serviceEnabled ?? user?.serviceEnabled ?? false} />
            <StandingNote dashboard={data} isUnknown={data === undefined && error !== null} />
          </div>
        </div>
        <div className={cell}>
          <DailyLimit inForce={known?.dailyLeadLimit ?? null} />
        </div>
      </div>
    </div>
  );
}
