import { AdminFrame } from '@/features/admin/components/admin-frame';
import { LeadsSection } from '@/features/admin/components/leads-section';
import { useAddress } from '@/features/admin/lib/use-address';

export function Component() {
  const address = useAddress();
  return (
    <AdminFrame title="Leads">
      <LeadsSection address={address} />
    </AdminFrame>
  );
}
