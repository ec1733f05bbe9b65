import { AdminFrame } from '@/features/admin/components/admin-frame';
import { IntegrationsSection } from '@/features/admin/components/integrations-section';
import { useListUrlState } from '@/features/admin/lib/use-address';

export function Component() {
  const address = useListUrlState();
  return (
    <AdminFrame
      title="Integration Requests"
      description="Agents who want their leads by SMS, on Slack or in another way."
    >
      <IntegrationsSection address={address} />
    </AdminFrame>
  );
}
