import { AdminFrame } from '@/features/admin/components/admin-frame';
import { DeliveriesSection } from '@/features/admin/components/deliveries-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminFrame
      title="Failed Deliveries"
      description="Each was retried for about a day, unless the address itself was rejected."
    >
      <DeliveriesSection listState={listState} />
    </AdminFrame>
  );
}
