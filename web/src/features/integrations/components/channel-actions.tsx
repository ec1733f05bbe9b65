import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import type { ChannelChange } from '@desk/contracts/notifications/channels.values';
import { type ReactNode, useState } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useChangeChannel, useReloadChannels } from '../api/channels';
import { canResume } from '../lib/channel-status';
import { TestChannel } from './test-channel';

interface ChannelActionsProps {
  channel: AgentChannel;
  /** Buttons of this kind alone. */
  children?: ReactNode;
}

/** Pauses, resumes, tests and removes a channel. */
export function ChannelActions({ channel, children }: ChannelActionsProps) {
  const { state } = channel;
  const change = useChangeChannel(channel);
  const reload = useReloadChannels();
  const [isRemoving, setRemoving] = useState(false);
  const apply = (what: ChannelChange) =>
    change.mutateAsync(what, {
      onSettled: () => {
        setRemoving(false);
        // Also after a failure: it may have changed in another window.
        void reload();
      },
    });
  // One button, so that the focus stays on it when the state changes.
  const toggle = canResume(channel) ? 'resume' : 'pause';
  return (
    <div className="flex flex-wrap gap-3">
      {channel.needsReview ? (
        <PendingButton
          variant="secondary"
          isPending={change.isPending && change.variables === 'keep'}
          pendingLabel="Keeping..."
          onClick={() => void apply('keep').catch(() => undefined)}
        >
          Keep
        </PendingButton>
      ) : null}
      {state === 'active' || toggle === 'resume' ? (
        <PendingButton
          variant="secondary"
          isPending={change.isPending && change.variables === toggle}
          pendingLabel={toggle === 'resume' ? 'Resuming...' : 'Pausing...'}
          onClick={() => void apply(toggle).catch(() => undefined)}
        >
          {toggle === 'resume' ? 'Resume' : 'Pause'}
        </PendingButton>
      ) : null}
      {state === 'active' ? <TestChannel channel={channel} /> : null}
      {children}
      <Button variant="quiet" onClick={() => setRemoving(true)}>
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title="Remove this channel?"
        description="Leads no longer arrive there, and what we stored to deliver them is deleted. They still arrive by email."
        confirmLabel="Remove"
        pendingLabel="Removing..."
        isDestructive
        onConfirm={() => apply('remove')}
      />
    </div>
  );
}
