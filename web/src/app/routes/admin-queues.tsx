import { AdminPage } from '@/features/admin/components/admin-page';
import { QueuesSection } from '@/features/admin/components/queues/queues-section';

export function Component() {
  return (
    <AdminPage title="Queues" description="Messages that our services send each other, as they are now.">
      <QueuesSection />
    </AdminPage>
  );
}
