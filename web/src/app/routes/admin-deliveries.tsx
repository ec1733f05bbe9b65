import { AdminPage } from '@/features/admin/components/admin-page';
import { DeliveriesSection } from '@/features/admin/components/deliveries-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminPage
      title="Failed Deliveries"
      description="We retried each one for about a day, unless the address or message was rejected."
    >
      <DeliveriesSection listState={listState} />
    </AdminPage>
  );
}
