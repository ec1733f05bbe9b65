import { AdminPage } from '@/features/admin/components/admin-page';
import { WaitingSection } from '@/features/admin/components/waiting-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminPage
      title="Waiting Leads"
      description="No agent could buy these leads yet. The oldest is offered first."
    >
      <WaitingSection listState={listState} />
    </AdminPage>
  );
}
