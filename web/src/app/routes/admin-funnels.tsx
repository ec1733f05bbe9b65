import { AdminPage } from '@/features/admin/components/admin-page';
import { FunnelsSection } from '@/features/admin/components/funnels/funnels-section';

export function Component() {
  return (
    <AdminPage title="Funnels" description="The sources that post leads, with their keys and rules.">
      <FunnelsSection />
    </AdminPage>
  );
}
