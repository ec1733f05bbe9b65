import { AdminPage } from '@/features/admin/components/admin-page';
import { DeliveriesSection } from '@/features/admin/components/deliveries-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminPage
      title="Deliveries"
      description="We retry for about a day, unless the address or the message is rejected."
    >
      <DeliveriesSection listState={listState} />
    </AdminPage>
  );
}
