import { AdminFrame } from '@/features/admin/components/admin-frame';
import { LeadsSection } from '@/features/admin/components/leads-section';
import { useListUrlState } from '@/features/admin/lib/use-address';

export function Component() {
  const address = useListUrlState();
  return (
    <AdminFrame title="Leads">
      <LeadsSection address={address} />
    </AdminFrame>
  );
}
