import { Link } from 'react-router';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { LeadLink } from '../columns';
import { ArrivedValues, LeadReading } from '../funnels/post-reading';
import { useFreshQuery } from '../queries';
import { DiscardPost, ReplayPost } from './held-post-actions';
import { FaultList, HeldPostBadge, heldPostStateLabels } from './held-post-labels';

const HeldPostPage = ({ id }: { id: string }) => (
  <DetailPage
    query={useFreshQuery('getHeldPost', { params: { postId: id } })}
    noun="held post"
    back={{ to: '/admin/held-posts', label: 'Held Posts' }}
    title={({ post }) => `Post from ${post.funnelName}`}
    description={({ post }) => <HeldPostBadge status={post.status} />}
    actions={({ post }) =>
      post.status === 'waiting' ? (
        <>
          <ReplayPost post={post} button={{ variant: 'primary' }} />
          <ButtonLink variant="secondary" to={`/admin/funnels/${post.funnelId}/mapping?post=${post.id}`}>
            Change the mapping
          </ButtonLink>
          <DiscardPost post={post} button={{ variant: 'secondary' }} />
        </>
      ) : null
    }
    skeleton={<Skeleton className="h-[420px]" />}
  >
    {({ post, reading }) => (
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card title="Post">
          <Facts
            facts={[
              [
                'Funnel',
                <Link key="funnel" to={`/admin/funnels/${post.funnelId}`} className="link">
                  {post.funnelName}
                </Link>,
              ],
              ['Received', formatDateTime(post.receivedAt)],
              ['Status', heldPostStateLabels[post.status]],
              post.closedAt === null ? null : ['Ended', formatDateTime(post.closedAt)],
              post.leadId === null
                ? null
                : ['Lead', <LeadLink key="lead" id={post.leadId} name="Open the lead" />],
              ['Why', post.detail],
            ]}
          />
          <div className="mt-2 text-sm">
            <FaultList faults={post.faults} />
          </div>
        </Card>
        {reading === null ? (
          <Card title="What arrived">
            <p className="text-muted">What arrived was removed when the post ended.</p>
          </Card>
        ) : (
          <>
            <Card title="The lead" description="As the mapping of the funnel reads the post now.">
              <LeadReading reading={reading} />
            </Card>
            <Card title="What arrived" className="xl:col-span-2">
              <ArrivedValues values={reading.values} />
            </Card>
          </>
        )}
      </div>
    )}
  </DetailPage>
);

export const Component = withParam('postId', HeldPostPage);
