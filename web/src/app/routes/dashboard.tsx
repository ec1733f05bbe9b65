import { PageHeading } from '@/components/ui/page-heading';
import { DashboardSummary } from '@/features/dashboard/components/dashboard-summary';
import { RecentLeads } from '@/features/leads/components/recent-leads';
import { useArrivals, useLiveFeed } from '@/features/live/api/use-live-feed';
import { LiveIndicator } from '@/features/live/components/live-indicator';

export function Component() {
  const liveState = useLiveFeed();
  const newLeads = useArrivals();
  return (
    <>
      <PageHeading title="Dashboard" actions={<LiveIndicator state={liveState} />} />
      <div className="grid gap-10">
        <DashboardSummary />
        <RecentLeads newLeads={newLeads} />
      </div>
    </>
  );
}
