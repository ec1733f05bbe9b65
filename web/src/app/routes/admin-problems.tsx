import { AdminPage } from '@/features/admin/components/admin-page';
import { ProblemsSection } from '@/features/admin/components/problems/problems-section';

export function Component() {
  return (
    <AdminPage title="Problems" description="What agents reported about leads that they bought.">
      <ProblemsSection />
    </AdminPage>
  );
}
