import { Page } from '@/components/page/page';
import { ConfirmEmailNotice } from '@/features/dashboard/components/confirm-email-notice';
import { DashboardSummary } from '@/features/dashboard/components/dashboard-summary';
import { StatesNote } from '@/features/dashboard/components/states-note';
import { RecentLeads } from '@/features/leads/components/recent-leads';
import { useArrivals, useLiveFeed } from '@/features/live/api/live.api';
import { LiveIndicator } from '@/features/live/components/live-indicator';
import { useUser } from '@/lib/current-user';

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
        <RecentLeads newLeads={newLeads} />
      </div>
    </Page>
  );
}
