import { AdminPage } from '@/features/admin/components/admin-page';
import { DifferencesSection } from '@/features/admin/components/differences-section';
import { ReconciliationRuns } from '@/features/admin/components/reconciliation-runs';

export function Component() {
  return (
    <AdminPage
      title="Reconciliation"
      description="Our payments, refunds and disputes compared with the card provider's. Nothing here changes a payment."
    >
      <ReconciliationRuns />
      <DifferencesSection />
    </AdminPage>
  );
}
