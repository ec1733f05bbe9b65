import { AdminPage } from '@/features/admin/components/admin-page';
import { QueuesSection } from '@/features/admin/components/queues/queues-section';

export function Component() {
  return (
    <AdminPage
      title="Queues"
      description="Work that our services pass to each other, as it is now. Nothing is lost if a queue is emptied: its senders send again."
    >
      <QueuesSection />
    </AdminPage>
  );
}
