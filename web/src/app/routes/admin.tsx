import { AdminFrame } from '@/features/admin/components/admin-frame';
import { PaymentsSection } from '@/features/admin/components/payments-section';
import { Totals } from '@/features/admin/components/totals';
import { UsersSection } from '@/features/admin/components/users-section';
import { useListUrlState } from '@/features/admin/lib/use-address';

export function Component() {
  const address = useListUrlState();
  return (
    <AdminFrame title="Admin Dashboard">
      <Totals />
      <UsersSection address={address} />
      <PaymentsSection address={address} />
    </AdminFrame>
  );
}
