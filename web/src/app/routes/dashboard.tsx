import { clsx } from 'clsx';
import { Page } from '@/components/page/page';
import { ConfirmEmailNotice } from '@/features/dashboard/components/confirm-email-notice';
import { DashboardSummary, StatesNote } from '@/features/dashboard/components/dashboard-summary';
import { RecentLeads } from '@/features/leads/components/recent-leads';
import { useArrivals, useLiveFeed } from '@/features/live/api/live.api';
import type { LiveState } from '@/features/live/lib/live-connection';
import { LastDays } from '@/features/reports/components/last-days';
import { useUser } from '@/lib/current-user';

const liveStates: Record<LiveState, { label: string; dot: string }> = {
  connecting: { label: 'Connecting', dot: 'bg-line-strong' },
  live: { label: 'Live', dot: 'bg-brand' },
  lost: { label: 'Reconnecting…', dot: 'animate-[breathe_1.6s_ease-in-out_infinite] bg-money' },
  full: {
    label: 'Live updates are paused: too many pages are open on your network.',
    dot: 'bg-money',
  },
};

/** Shows whether the page updates by itself. */
const LiveIndicator = ({ state }: { state: LiveState }) => (
  <p role="status" className="flex items-center gap-2 text-sm text-muted">
    <span
      aria-hidden
      className={clsx('size-2 rounded-full transition-colors duration-200', liveStates[state].dot)}
    />
    {liveStates[state].label}
  </p>
);

export function Component() {
  const liveState = useLiveFeed();
  const newLeads = useArrivals();
  const user = useUser();
  return (
    <Page actions={<LiveIndicator state={liveState} />}>
      <div className="grid gap-10">
        {user?.emailConfirmation === undefined ? null : (
          <ConfirmEmailNotice email={user.email} confirmation={user.emailConfirmation} />
        )}
        <div className="grid gap-3">
          <DashboardSummary />
          <StatesNote />
        </div>
        <LastDays />
        <RecentLeads newLeads={newLeads} />
      </div>
    </Page>
  );
}
