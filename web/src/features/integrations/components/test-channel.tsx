import type { AgentChannel, ChannelTest } from '@desk/contracts/notifications/channels.schemas';
import { useState } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/dialog';
import { formatDuration } from '@/lib/dates';
import { describeFailureForAgent } from '@/lib/delivery-failures';
import { useTestChannel } from '../api/channels';

function Excerpt({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null;
  return (
    <div className="grid gap-1">
      <h3 className="text-sm font-semibold">{label}</h3>
      <pre
        // Long texts scroll, also by keyboard.
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
  const why = describeFailureForAgent(reason, kind);
  return `A sample lead was not accepted${why === null ? '' : `: ${why}`}. It took ${duration}.`;
}

/** Sends a sample lead over a channel and shows what was sent and answered. */
export function TestChannel({ channel }: { channel: AgentChannel }) {
  const test = useTestChannel(channel.id);
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
