import { AdminFrame } from '@/features/admin/components/admin-frame';
import { LeadsSection } from '@/features/admin/components/leads-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminFrame title="Leads">
      <LeadsSection listState={listState} />
    </AdminFrame>
  );
}
