import { AdminPage } from '@/features/admin/components/admin-page';
import { BalanceSection } from '@/features/admin/components/balance-section';

export function Component() {
  return (
    <AdminPage
      title="Balance"
      description="What was charged, refunded, disputed and kept as fees on each day."
    >
      <BalanceSection />
    </AdminPage>
  );
}
