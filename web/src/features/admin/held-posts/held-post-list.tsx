import type { HeldPost } from '@desk/contracts/leads/held-posts.schemas';
import type { HeldPostState } from '@desk/contracts/leads/held-posts.values';
import { Link } from 'react-router';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { choice, cursor, loadedChoice } from '@/components/list/list-params';
import { Page } from '@/components/page/page';
import { formatDateTime } from '@/lib/dates';
import { LeadLink, rowButton, rowLink } from '../columns';
import { useFunnelOptions, useListQuery } from '../queries';
import { DiscardPost, ReplayPost } from './held-post-actions';
import { FaultList, HeldPostBadge, heldPostStateLabels, nameHeldPost } from './held-post-labels';
import { ReplayAll } from './replay-all';

const emptyTitles: Record<HeldPostState, string> = {
  waiting: 'No posts are held',
  accepted: 'No held post became a lead yet',
  duplicate: 'No held post was a duplicate yet',
  discarded: 'No posts were discarded yet',
};

const heldPostList = defineList({
  one: 'held post',
  sorted: 'newest first',
  params: {
    // Waiting posts are the ones to act on.
    status: choice('Status', heldPostStateLabels, { initial: 'waiting' }),
    funnel: loadedChoice({ label: 'Funnel', useOptions: useFunnelOptions, className: 'w-60' }),
    after: cursor,
  },
  useData: (query) => useListQuery('listHeldPosts', { query }),
  changes: ['held-posts'],
  rows: ({ posts }): readonly HeldPost[] => posts,
  columns: [
    { header: 'Received', role: 'name', noWrap: true, cell: ({ receivedAt }) => formatDateTime(receivedAt) },
    {
      header: 'Funnel',
      className: 'min-w-30 wrap-anywhere',
      cell: ({ funnelId, funnelName }) => (
        <Link to={`/admin/funnels/${funnelId}`} className={rowLink}>
          {funnelName}
        </Link>
      ),
    },
    {
      header: 'Why',
      className: 'min-w-44 wrap-anywhere',
      cell: ({ detail, faults }) => (
        <>
          {detail}
          <div className="text-muted">
            <FaultList faults={faults} />
          </div>
        </>
      ),
    },
    { header: 'Status', role: 'badge', cell: ({ status }) => <HeldPostBadge status={status} /> },
    {
      header: 'Replay, discard or look at it',
      role: 'action',
      cell: (post) => (
        <div className="flex flex-wrap items-center gap-2 md:flex-nowrap">
          {post.status === 'waiting' ? (
            <>
              <ReplayPost post={post} button={{ className: rowButton }} />
              <DiscardPost post={post} button={{ variant: 'quiet', className: rowButton }} />
            </>
          ) : null}
          {post.leadId === null ? null : <LeadLink id={post.leadId} name="Open the lead" />}
          <Link
            to={`/admin/held-posts/${post.id}`}
            className={rowLink}
            aria-label={`Look at it: ${nameHeldPost(post)}`}
          >
            Look at it
          </Link>
        </div>
      ),
    },
  ],
  minTableWidthPx: 930,
  empty: ({ status, funnel }) =>
    funnel === null
      ? {
          title: status === null ? 'No posts were held yet' : emptyTitles[status],
          description:
            "A post that can't become a lead is kept for a limited time, until you fix the mapping of its funnel and replay it.",
        }
      : null,
});

export const Component = () => (
  <Page description="Posts to private addresses that couldn't become leads. They are kept encrypted, for a limited time.">
    <List
      of={heldPostList}
      tools={({ status, funnel }, data) =>
        status === 'waiting' ? (
          <ReplayAll funnel={funnel} hasPosts={data !== undefined && data.posts.length > 0} />
        ) : null
      }
    />
  </Page>
);
