import { AdminPage } from '@/features/admin/components/admin-page';
import { IntegrationsSection } from '@/features/admin/components/integrations-section';
import { useListUrlState } from '@/features/admin/lib/use-list-url-state';

export function Component() {
  const listState = useListUrlState();
  return (
    <AdminPage
      title="Integration Requests"
      description="Agents who want leads by SMS, Slack or another channel."
    >
      <IntegrationsSection listState={listState} />
    </AdminPage>
  );
}
