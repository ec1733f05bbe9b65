import { AdminFrame } from '@/features/admin/components/admin-frame';
import { IntegrationsSection } from '@/features/admin/components/integrations-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminFrame
      title="Integration Requests"
      description="Agents who want their leads by SMS, in Slack or another way."
    >
      <IntegrationsSection listState={listState} />
    </AdminFrame>
  );
}
