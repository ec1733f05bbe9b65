import { AdminFrame } from '@/features/admin/components/admin-frame';
import { WaitingSection } from '@/features/admin/components/waiting-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminFrame
      title="Waiting Leads"
      description="No eligible agent yet. The lead that has waited longest is offered first."
    >
      <WaitingSection listState={listState} />
    </AdminFrame>
  );
}
