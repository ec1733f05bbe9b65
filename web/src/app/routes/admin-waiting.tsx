import { AdminFrame } from '@/features/admin/components/admin-frame';
import { WaitingSection } from '@/features/admin/components/waiting-section';
import { useListUrlState } from '@/features/admin/lib/use-address';

export function Component() {
  const address = useListUrlState();
  return (
    <AdminFrame
      title="Waiting Leads"
      description="No agent could take these yet. The one that has waited longest is offered first."
    >
      <WaitingSection address={address} />
    </AdminFrame>
  );
}
