import { Link } from 'react-router';
import { FunnelCounts } from '@/components/funnel/funnel-counts';
import { PostingGuide } from '@/components/funnel/posting-guide';
import { TryFunnel } from '@/components/funnel/try-funnel';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute } from '@/lib/api-client';
import { useEditedQuery, useFreshQuery } from '../queries';
import { FunnelConnections } from './funnel-connections';
import { FunnelKeys } from './funnel-keys';
import { FunnelModeBadge } from '@/components/funnel/funnel-mode';
import { QueryView } from '@/components/page/query-view';
import { rowLink } from '../columns';
import { problemReasonLabels } from '../problems/problem-labels';
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

function FunnelReport({ funnelId }: { funnelId: string }) {
  const query = useFreshQuery('getFunnelReport', { params: { funnelId } });
  const refusedPosts = `/admin/funnels/${funnelId}/refused-posts`;
  return (
    <Card
      title="Posts of the last 30 days"
      actions={
        <ButtonLink variant="secondary" to={refusedPosts}>
          Refused posts
        </ButtonLink>
      }
    >
      <QueryView
        query={query}
        what="the report"
        loading="Counting the posts..."
        failure="The posts could not be counted."
        skeleton={<Skeleton className="h-28" />}
      >
        {(report) => <FunnelCounts report={report} refusedPosts={refusedPosts} />}
      </QueryView>
    </Card>
  );
}

function FunnelProblems({ funnelId }: { funnelId: string }) {
  const query = useFreshQuery('countProblemReports', { params: { funnelId } });
  return (
    <Card title="Problems that agents reported">
      <QueryView query={query} what="the reports" skeleton={<Skeleton className="h-16" />}>
        {({ counts }) =>
          counts.length === 0 ? (
            <p className="text-muted">None so far.</p>
          ) : (
            <ul className="tabular grid gap-1">
              {counts.map(({ reason, reports }) => (
                <li key={reason} className="flex items-center justify-between gap-4">
                  <Link
                    to={`/admin/problems?state=all&funnel=${funnelId}&reason=${reason}`}
                    className={rowLink}
                  >
                    {problemReasonLabels[reason]}
                  </Link>
                  <span className="font-semibold">{reports}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}

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
