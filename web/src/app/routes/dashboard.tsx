import { PageHeading } from '@/components/ui/page-heading';
import { Desk } from '@/features/dashboard/components/desk';
import { RecentLeads } from '@/features/leads/components/recent-leads';
import { useLive } from '@/features/live/api/use-live';
import { LiveState } from '@/features/live/components/live-state';

export function Component() {
  const live = useLive();
  return (
    <>
      <PageHeading title="Dashboard" actions={<LiveState state={live} />} />
      <div className="grid gap-10">
        <Desk />
        <RecentLeads />
      </div>
    </>
  );
}
