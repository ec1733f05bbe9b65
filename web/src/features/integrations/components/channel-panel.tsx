import { formatPhone } from '@desk/contracts/format/phone';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { Notice } from '@/components/ui/notice';
import { channelStates } from '@/lib/channel-states';
import { formatDateTime } from '@/lib/dates';
import { useChangeChannel } from '../api/channels';
import { canResume, describeDisabledReason, describeLastDelivery } from '../lib/channel-status';
import { TestChannel } from './test-channel';

interface ChannelPanelProps {
  channel: AgentChannel;
  /** Buttons of this kind alone. */
  children?: ReactNode;
}

/** Shows a channel that the agent set up: where leads go, how it is doing, and what can be done with it. */
export function ChannelPanel({ channel, children }: ChannelPanelProps) {
  const { state, address, disabledReason, failingSince, needsReview } = channel;
  const { label, tone } = channelStates[state];
  return (
    <div className="mt-5 grid gap-4 border-t border-line pt-5">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          {needsReview ? <Badge tone="money">Review</Badge> : null}
          <span className="min-w-0 font-mono text-sm wrap-anywhere">{formatPhone(address)}</span>
        </p>
        <p className="text-sm text-muted">{describeLastDelivery(channel)}</p>
      </div>
      {needsReview ? (
        <Notice tone="money" title="Set up before your account was recovered">
          No leads arrive here until you decide. Keep it if you set it up yourself; otherwise remove it. Your
          leads still arrive by email.
        </Notice>
      ) : null}
      {state === 'disabled' ? (
        <Notice tone="money" title="We turned it off">
          {describeDisabledReason(disabledReason)} Your leads still arrive by email.
        </Notice>
      ) : null}
      {state === 'active' && failingSince !== null ? (
        <Notice tone="money">
          Nothing has been accepted since {formatDateTime(failingSince)}. We keep trying. Your leads still
          arrive by email.
        </Notice>
      ) : null}
      <ChannelActions channel={channel}>{children}</ChannelActions>
    </div>
  );
}

function ChannelActions({ channel, children }: ChannelPanelProps) {
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
