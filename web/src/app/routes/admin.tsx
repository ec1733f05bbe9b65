import { AdminPage } from '@/features/admin/components/admin-page';
import { PaymentsSection } from '@/features/admin/components/payments-section';
import { Totals } from '@/features/admin/components/totals';
import { UsersSection } from '@/features/admin/components/users-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminPage title="Admin Dashboard">
      <Totals />
      <UsersSection listState={listState} />
      <PaymentsSection listState={listState} />
    </AdminPage>
  );
}
