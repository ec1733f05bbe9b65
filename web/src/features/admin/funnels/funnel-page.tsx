import { useQuery } from '@tanstack/react-query';
import { DetailPage } from '@/components/page/detail-page';
import { withParam } from '@/components/page/with-param';
import { Skeleton } from '@/components/ui/skeleton';
import { FunnelGuide } from './funnel-guide';
import { FunnelKeys } from './funnel-keys';
import { FunnelModeBadge } from './funnel-mode';
import { FunnelProblems, FunnelReport } from './funnel-report';
import { FunnelSettingsForm } from './funnel-settings-form';
import { funnelQuery } from './funnels.api';
import { TryFunnel } from './try-funnel';

function FunnelPage({ id }: { id: string }) {
  const query = useQuery(funnelQuery(id));
  return (
    <DetailPage
      query={query}
      noun="funnel"
      back={{ to: '/admin/funnels', label: 'Funnels' }}
      title={({ name }) => name}
      description={({ mode }) => <FunnelModeBadge mode={mode} />}
      skeleton={<Skeleton className="h-[640px]" />}
    >
      {(funnel) => (
        <div className="grid gap-6 xl:grid-cols-2">
          <div className="grid content-start gap-6">
            <FunnelSettingsForm funnel={funnel} />
            <FunnelKeys funnel={funnel} />
          </div>
          <div className="grid content-start gap-6">
            <FunnelReport funnelId={funnel.id} />
            <FunnelGuide funnel={funnel} />
            <TryFunnel funnel={funnel} />
            <FunnelProblems funnelId={funnel.id} />
          </div>
        </div>
      )}
    </DetailPage>
  );
}

export const Component = withParam('funnelId', FunnelPage);
