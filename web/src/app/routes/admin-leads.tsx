import { AdminPage } from '@/features/admin/components/admin-page';
import { LeadsSection } from '@/features/admin/components/leads-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminPage title="Leads">
      <LeadsSection listState={listState} />
    </AdminPage>
  );
}
