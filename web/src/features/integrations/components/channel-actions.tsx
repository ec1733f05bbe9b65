import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import type { ReactNode } from 'react';
import { PendingButton } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { useChangeChannel } from '../api/channels';
import { canResume } from '../lib/channel-status';
import { TestChannel } from './test-channel';

interface ChannelActionsProps {
  channel: AgentChannel;
  /** Buttons of this kind alone. */
  children?: ReactNode;
}

export function ChannelActions({ channel, children }: ChannelActionsProps) {
  const { state } = channel;
  const change = useChangeChannel(channel);
  // One button, so that the focus stays on it when the state changes.
  const toggle = canResume(channel) ? 'resume' : 'pause';
  return (
    <div className="flex flex-wrap gap-3">
      {channel.needsReview ? (
        <PendingButton
          variant="secondary"
          isPending={change.isPending && change.variables === 'keep'}
          pendingLabel="Keeping..."
          onClick={() => change.mutate('keep')}
        >
          Keep
        </PendingButton>
      ) : null}
      {state === 'active' || toggle === 'resume' ? (
        <PendingButton
          variant="secondary"
          isPending={change.isPending && change.variables === toggle}
          pendingLabel={toggle === 'resume' ? 'Resuming...' : 'Pausing...'}
          onClick={() => change.mutate(toggle)}
        >
          {toggle === 'resume' ? 'Resume' : 'Pause'}
        </PendingButton>
      ) : null}
      {state === 'active' ? <TestChannel channel={channel} /> : null}
      {children}
      <ConfirmAction
        label="Remove"
        button={{ variant: 'quiet' }}
        title="Remove this channel?"
        description="Leads no longer arrive there, and what we stored to deliver them is deleted. They still arrive by email."
        pendingLabel="Removing..."
        isDestructive
        onConfirm={(close) => change.mutateAsync('remove', { onSettled: close })}
      />
    </div>
  );
}
