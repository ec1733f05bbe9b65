import { Link } from 'react-router';
import { AdminPage } from '@/features/admin/components/admin-page';
import { FailedMessagesSection } from '@/features/admin/components/failed-messages-section';

export function Component() {
  return (
    <AdminPage
      title="Failed Messages"
      description={
        <>
          Messages between our services that keep failing. We stop trying after about a day. Messages that
          only wait are in the{' '}
          <Link to="/admin/queues" className="link">
            queues
          </Link>
          .
        </>
      }
    >
      <FailedMessagesSection />
    </AdminPage>
  );
}
