import { PostingGuide } from '@/components/funnel/posting-guide';
import { TryFunnel } from '@/components/funnel/try-funnel';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute } from '@/lib/api-client';
import { useEditedQuery } from '../queries';
import { FunnelConnections } from './funnel-connections';
import { FunnelKeys } from './funnel-keys';
import { FunnelModeBadge } from '@/components/funnel/funnel-mode';
import { FunnelProblems, FunnelReport } from './funnel-report';
import { FunnelSettingsForm } from './funnel-settings-form';

const MappingLinks = ({ funnelId }: { funnelId: string }) => (
  <Card
    title="Mapping and held posts"
    description="Tools post to a private address in their own words. The mapping says which field each value goes to. A post that can't become a lead is held for a limited time, until you fix the mapping and replay it."
  >
    <div className="flex flex-wrap gap-3">
      <ButtonLink variant="secondary" to={`/admin/funnels/${funnelId}/mapping`}>
        Mapping
      </ButtonLink>
      <ButtonLink variant="secondary" to={`/admin/held-posts?funnel=${funnelId}`}>
        Held posts
      </ButtonLink>
    </div>
  </Card>
);

function FunnelPage({ id }: { id: string }) {
  const query = useEditedQuery('getFunnel', { params: { funnelId: id } });
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
            <FunnelConnections funnel={funnel} />
            <MappingLinks funnelId={funnel.id} />
          </div>
          <div className="grid content-start gap-6">
            <FunnelReport funnelId={funnel.id} />
            <PostingGuide funnel={funnel} keys={funnel.keys.filter(({ revokedAt }) => revokedAt === null)} />
            <TryFunnel post={(body) => callRoute('tryFunnel', { params: { funnelId: id }, body })} />
            <FunnelProblems funnelId={funnel.id} />
          </div>
        </div>
      )}
    </DetailPage>
  );
}

export const Component = withParam('funnelId', FunnelPage);
