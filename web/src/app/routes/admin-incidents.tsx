import { AdminPage } from '@/features/admin/components/admin-page';
import { IncidentsSection } from '@/features/status/components/incidents-section';

export function Component() {
  return (
    <AdminPage
      title="Incidents"
      description="Everybody can read them on the status page, without the names of who wrote them."
    >
      <IncidentsSection />
    </AdminPage>
  );
}
