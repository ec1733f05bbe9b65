import { AdminFrame } from '@/features/admin/components/admin-frame';
import { DeliveriesSection } from '@/features/admin/components/deliveries-section';
import { useListUrlState } from '@/features/admin/lib/use-address';

export function Component() {
  const address = useListUrlState();
  return (
    <AdminFrame
      title="Failed Deliveries"
      description="Each was tried for about a day, unless the address itself was refused."
    >
      <DeliveriesSection address={address} />
    </AdminFrame>
  );
}
