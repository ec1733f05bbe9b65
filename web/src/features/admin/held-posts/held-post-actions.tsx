import type { HeldPost } from '@desk/contracts/leads/held-posts.schemas';
import type { ReplayOutcome } from '@desk/contracts/leads/held-posts.routes';
import type { ComponentProps } from 'react';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import type { Button } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { MutationButton } from '@/components/ui/mutation-button';
import { getErrorMessage } from '@/lib/api-client';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { nameHeldPost } from './held-post-labels';

/** Notices about a replayed post. null: the refusal of the post is the description. */
const outcomes: Record<ReplayOutcome, readonly [title: string, description: string | null]> = {
  accepted: ['It became a lead', 'It is offered to agents unless it is too old by now.'],
  duplicate: ['It was a duplicate', 'Another post had already made this person a lead.'],
  refused: ['Refused again', null],
  test: ['It passed every check', 'It is a test, or the funnel is in test mode, so the post is still held.'],
  fetching: ['The lead is being fetched', 'It becomes a lead as soon as the platform answers.'],
};

/** Reads the post again, also after an error: another admin may have ended it. */
const useRefreshPosts = () => useBackgroundRefresh('listHeldPosts', 'getHeldPost');

interface ActionProps {
  post: HeldPost;
  button: Pick<ComponentProps<typeof Button>, 'variant' | 'className'>;
}

export function ReplayPost({ post, button }: ActionProps) {
  const replay = useRouteMutation('replayHeldPost', {
    params: { postId: post.id },
    body: {},
    onSettled: useRefreshPosts(),
    success: ({ outcome, post }) => {
      const [title, description] = outcomes[outcome];
      return { title, description: description ?? post.detail };
    },
    failure: 'Failed to replay the post. Please try again.',
  });
  return (
    <MutationButton
      {...button}
      mutation={replay}
      pendingLabel="Replaying..."
      aria-label={`Replay: ${nameHeldPost(post)}`}
    >
      Replay
    </MutationButton>
  );
}

export function DiscardPost({ post, button }: ActionProps) {
  const discard = useRouteMutation('discardHeldPost', {
    params: { postId: post.id },
    body: {},
    onSettled: useRefreshPosts(),
    success: { title: 'Post discarded', description: 'What arrived was removed.' },
  });
  return (
    <ConfirmAction
      label="Discard"
      button={{ ...button, 'aria-label': `Discard: ${nameHeldPost(post)}` }}
      title="Discard this post?"
      description="What arrived is removed, and no lead is made of it. You can't undo this."
      failure={
        discard.error && getErrorMessage(discard.error, 'Failed to discard the post. Please try again.')
      }
      pendingLabel="Discarding..."
      isDestructive
      onOpen={discard.reset}
      onConfirm={(close) => discard.mutateAsync(undefined, { onSuccess: close })}
    />
  );
}
