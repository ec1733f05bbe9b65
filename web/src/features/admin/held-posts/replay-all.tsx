import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/dialog';
import { useSubmission } from '@/components/ui/submission';
import { callRoute, getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';
import { describeReplay, type ReplayCounts, replayInTurn, type ReplayProgress } from './replay-in-turn';

/** Returns the ids of all pages, newest first. */
async function listWaiting(funnel: string | null, after: string | null = null): Promise<string[]> {
  const { posts, next } = await callRoute('listHeldPosts', { query: { status: 'waiting', funnel, after } });
  const ids = posts.map(({ id }) => id);
  return next === null ? ids : [...ids, ...(await listWaiting(funnel, next))];
}

async function replay(postId: string): Promise<keyof ReplayCounts> {
  try {
    return (await callRoute('replayHeldPost', { params: { postId }, body: {} })).outcome;
  } catch (error) {
    if (hasCode(error, 'HELD_POST_CLOSED', 'HELD_POST_NOT_FOUND', 'FUNNEL_PAUSED', 'IDEMPOTENCY_IN_FLIGHT'))
      return 'skipped';
    throw error;
  }
}

interface ReplayAllProps {
  /** Restricts it to the posts of one funnel. */
  funnel: string | null;
  hasPosts: boolean;
}

/** Replays all waiting posts, after a confirmation. */
export function ReplayAll({ funnel, hasPosts }: ReplayAllProps) {
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
        description={`Each waiting post${funnel === null ? '' : ' of this funnel'} is read again by the mapping of its funnel, the oldest first. Posts that pass become leads as old as the posts, and are sold unless they are too old. Keep this page open meanwhile.`}
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
