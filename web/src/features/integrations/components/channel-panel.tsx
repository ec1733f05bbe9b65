import { formatPhone } from '@desk/contracts/format/phone';
import type { AgentChannel, ChannelTest } from '@desk/contracts/notifications/channels.schemas';
import { type ChannelChange, channelFacts } from '@desk/contracts/notifications/channels.values';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Badge } from '@/components/ui/badge';
import { Button, PendingButton } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { FormDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { callRoute, UNREACHABLE } from '@/lib/api-client';
import { channelStates } from '@/lib/channel-states';
import { formatDateTime, formatDuration } from '@/lib/dates';
import { describeFailureForAgent } from '@/lib/delivery-failures';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { canResume, describeDisabledReason, describeLastDelivery } from '../lib/channel-status';

const changes = {
  pause: { route: 'pauseChannel', done: 'Paused. Leads arrive by email until you resume it.' },
  resume: { route: 'resumeChannel', done: 'Resumed. The next leads arrive there too.' },
  remove: { route: 'removeChannel', done: 'Removed. Leads arrive by email.' },
  keep: { route: 'keepChannel', done: 'Kept. The next leads arrive there too.' },
} as const satisfies Record<ChannelChange, object>;

const useChangeChannel = ({ id, kind }: AgentChannel) =>
  useMutation({
    mutationFn: async (change: ChannelChange) => {
      await callRoute(changes[change].route, { params: { channelId: id } });
    },
    // Also after an error: it may have changed in another window.
    onSettled: useBackgroundRefresh('listChannels'),
    meta: {
      success: (_answer: unknown, change: ChannelChange) => ({
        title: channelFacts[kind].label,
        description: changes[change].done,
      }),
      failure: UNREACHABLE,
    },
  });

function Excerpt({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null;
  return (
    <div className="grid gap-1">
      <h3 className="text-sm font-semibold">{label}</h3>
      <pre
        // Long texts scroll by keyboard, too.
        tabIndex={0}
        aria-label={label}
        role="region"
        className="max-h-56 overflow-auto rounded-control bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  );
}

function describeResult({ isAccepted, reason, durationMs }: ChannelTest, kind: AgentChannel['kind']): string {
  const duration = formatDuration(durationMs);
  if (isAccepted) return `A sample lead was accepted in ${duration}.`;
  const cause = describeFailureForAgent(reason, kind);
  return `A sample lead was not accepted${cause === null ? '' : `: ${cause}`}. It took ${duration}.`;
}

/** Sends a sample lead over a channel and shows what was sent and answered. */
function TestChannel({ channel }: { channel: AgentChannel }) {
  const test = useRouteMutation('testChannel', {
    params: { channelId: channel.id },
    // It may have been paused or removed in another window.
    onError: useBackgroundRefresh('listChannels'),
    failure: UNREACHABLE,
  });
  const [result, setResult] = useState<ChannelTest | null>(null);
  const close = () => setResult(null);
  return (
    <>
      <PendingButton
        variant="secondary"
        isPending={test.isPending}
        pendingLabel="Sending..."
        onClick={() => test.mutate(undefined, { onSuccess: setResult })}
      >
        Send a test
      </PendingButton>
      {result === null ? null : (
        <FormDialog
          onClose={close}
          title={result.isAccepted ? 'The test arrived' : 'The test failed'}
          description={describeResult(result, channel.kind)}
        >
          <div className="grid gap-4">
            <Excerpt label="Sent" text={result.request} />
            <Excerpt label="Answered" text={result.response} />
            <Button className="justify-self-end" onClick={close}>
              Close
            </Button>
          </div>
        </FormDialog>
      )}
    </>
  );
}

interface ChannelPanelProps {
  channel: AgentChannel;
  /** Buttons of only this kind of channel. */
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
