import type { HeldPost } from '@desk/contracts/leads/held-posts.schemas';
import type { HeldPostState } from '@desk/contracts/leads/held-posts.values';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { listPage } from '@/components/list/list';
import { choice, cursor, loadedChoice } from '@/components/list/list-params';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/dialog';
import { useSubmission } from '@/components/ui/submission';
import { callRoute, getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { useRefresh } from '@/lib/use-refresh';
import { LeadLink, rowButton, rowLink } from '../columns';
import { useFunnelOptions, useListQuery } from '../queries';
import { DiscardPost, ReplayPost } from './held-post-actions';
import { FaultList, HeldPostBadge, heldPostStateLabels, nameHeldPost } from './held-post-labels';
import {
  describeReplay,
  isAboutOnePost,
  type ReplayCounts,
  replayInTurn,
  type ReplayProgress,
} from './replay-in-turn';

/** Returns the ids of all waiting posts, newest first. */
async function listWaiting(funnel: string | null, after: string | null = null): Promise<string[]> {
  const { posts, next } = await callRoute('listHeldPosts', { query: { status: 'waiting', funnel, after } });
  const ids = posts.map(({ id }) => id);
  return next === null ? ids : [...ids, ...(await listWaiting(funnel, next))];
}

async function replay(postId: string): Promise<keyof ReplayCounts> {
  try {
    return (await callRoute('replayHeldPost', { params: { postId }, body: {} })).outcome;
  } catch (error) {
    if (isAboutOnePost(error)) return 'skipped';
    throw error;
  }
}

interface ReplayAllProps {
  /** Replays only the posts of this funnel. */
  funnel: string | null;
  hasPosts: boolean;
}

/** Replays all waiting posts, after a confirmation. */
function ReplayAll({ funnel, hasPosts }: ReplayAllProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {hasPosts ? (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Replay all
        </Button>
      ) : null}
      <FormDialog
        isOpen={isOpen}
        onClose={close}
        title="Replay all waiting posts?"
        description={`Each waiting post${funnel === null ? '' : ' of this funnel'} is read again with the mapping of its funnel, oldest first. Posts that pass become leads of the same age, and are sold unless they are too old. Keep this page open until it is done.`}
      >
        <ReplayRun funnel={funnel} onClose={close} />
      </FormDialog>
    </>
  );
}

function ReplayRun({ funnel, onClose }: { funnel: string | null; onClose: () => void }) {
  const [progress, setProgress] = useState<ReplayProgress | null>(null);
  const stop = useRef<AbortController>(null);
  const run = useMutation({
    mutationFn: async () => {
      const { signal } = (stop.current = new AbortController());
      await replayInTurn((await listWaiting(funnel)).reverse(), { signal, replay, onProgress: setProgress });
      return { isStopped: signal.aborted };
    },
    onSettled: useRefresh('listHeldPosts'),
  });
  // Also when the admin leaves the page.
  useEffect(() => () => stop.current?.abort(), []);
  const submit = useSubmission();
  const status =
    progress === null ? (run.isPending ? 'Reading the held posts...' : '') : describeReplay(progress);
  return (
    <>
      <p role="status" className="tabular font-medium empty:hidden">
        {run.data?.isStopped ? `Stopped. ${status}` : status}
      </p>
      {run.isError ? (
        <p role="alert" className="mt-3 font-medium text-danger">
          {getErrorMessage(run.error, UNREACHABLE)}
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {run.isPending ? (
          <Button variant="secondary" onClick={() => stop.current?.abort()}>
            Stop
          </Button>
        ) : run.isIdle ? (
          <CancelButton />
        ) : null}
        {run.isIdle || run.isPending ? (
          <PendingButton
            isPending={run.isPending}
            pendingLabel="Replaying..."
            onClick={() => void submit(() => run.mutateAsync().catch(() => undefined))}
          >
            Replay all
          </PendingButton>
        ) : (
          <Button data-focus="next" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </>
  );
}

const emptyTitles: Record<HeldPostState, string> = {
  waiting: 'No posts are held',
  accepted: 'No held posts have become leads yet',
  duplicate: 'No held posts were duplicates yet',
  discarded: 'No posts were discarded yet',
};

export const Component = listPage({
  description:
    "Posts to private addresses that couldn't become leads. They are kept encrypted, for a limited time.",
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
      header: 'Replay, discard or view',
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
            aria-label={`View: ${nameHeldPost(post)}`}
          >
            View
          </Link>
        </div>
      ),
    },
  ],
  minTableWidthPx: 930,
  tools: ({ status, funnel }, data) =>
    status === 'waiting' ? (
      <ReplayAll funnel={funnel} hasPosts={data !== undefined && data.posts.length > 0} />
    ) : null,
  empty: ({ status, funnel }) =>
    funnel === null
      ? {
          title: status === null ? 'No posts were held yet' : emptyTitles[status],
          description:
            "A post that can't become a lead is kept for a limited time, until you fix the mapping of its funnel and replay it.",
        }
      : null,
});
