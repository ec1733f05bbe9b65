import { AdminPage } from '@/features/admin/components/admin-page';
import { DisputesSection } from '@/features/admin/components/disputes-section';

export function Component() {
  return (
    <AdminPage
      title="Disputes"
      description="Charges that a cardholder disputes. The agent's service stops until you have looked."
    >
      <DisputesSection />
    </AdminPage>
  );
}
