import type { HeldPost } from '@desk/contracts/leads/held-posts.schemas';
import type { ReplayOutcome } from '@desk/contracts/leads/held-posts.routes';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { type Button, PendingButton } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { callRoute, getErrorMessage, type RouteAnswer } from '@/lib/api-client';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { nameHeldPost } from './held-post-labels';

const outcomeTitles: Record<ReplayOutcome, string> = {
  accepted: 'It became a lead',
  duplicate: 'It was a duplicate',
  refused: 'Refused again',
  test: 'It passed every check',
  fetching: 'The lead is being fetched',
};

const describeOutcome = ({ outcome, post }: RouteAnswer<'replayHeldPost'>): string => {
  switch (outcome) {
    case 'accepted':
      return 'It is offered to agents unless it is too old by now.';
    case 'duplicate':
      return 'The same person had become a lead by another post.';
    case 'refused':
      return post.detail;
    case 'test':
      return 'It is a test, or the funnel is in test mode, so the post is still held.';
    case 'fetching':
      return 'It becomes a lead as soon as the platform answers.';
  }
};

/** Also after an error: another admin may have ended the post. */
const useRefreshPosts = () => useBackgroundRefresh('listHeldPosts', 'getHeldPost');

interface ActionProps {
  post: HeldPost;
  button: Pick<ComponentProps<typeof Button>, 'variant' | 'className'>;
}

export function ReplayPost({ post, button }: ActionProps) {
  const replay = useMutation({
    mutationFn: () => callRoute('replayHeldPost', { params: { postId: post.id }, body: {} }),
    onSettled: useRefreshPosts(),
    meta: {
      success: (answer: RouteAnswer<'replayHeldPost'>) => ({
        title: outcomeTitles[answer.outcome],
        description: describeOutcome(answer),
      }),
      failure: 'Failed to replay the post. Please try again.',
    },
  });
  return (
    <PendingButton
      {...button}
      isPending={replay.isPending}
      pendingLabel="Replaying..."
      aria-label={`Replay: ${nameHeldPost(post)}`}
      onClick={() => replay.mutate()}
    >
      Replay
    </PendingButton>
  );
}

export function DiscardPost({ post, button }: ActionProps) {
  const discard = useMutation({
    mutationFn: () => callRoute('discardHeldPost', { params: { postId: post.id }, body: {} }),
    onSettled: useRefreshPosts(),
    meta: { success: { title: 'Post discarded', description: 'What arrived was removed.' } },
  });
  return (
    <ConfirmAction
      label="Discard"
      button={{ ...button, 'aria-label': `Discard: ${nameHeldPost(post)}` }}
      title="Discard this post?"
      description={
        <>
          What arrived is removed, and no lead is made of it. You can't undo this.
          {discard.isError ? (
            <span role="alert" className="mt-3 block font-medium text-danger">
              {getErrorMessage(discard.error, 'Failed to discard the post. Please try again.')}
            </span>
          ) : null}
        </>
      }
      pendingLabel="Discarding..."
      isDestructive
      onOpen={discard.reset}
      onConfirm={(close) => discard.mutateAsync(undefined, { onSuccess: close })}
    />
  );
}
