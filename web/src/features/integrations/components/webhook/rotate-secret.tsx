import type { RotatedSecret } from '@desk/contracts/notifications/webhooks.schemas';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { useState } from 'react';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { FormDialog } from '@/components/ui/dialog';
import { formatDateTime } from '@/lib/dates';
import { useRotateSecret } from '../../api/channels';
import { WebhookSecret } from './webhook-secret';

export function RotateSecret({ channel }: { channel: AgentChannel }) {
  const rotate = useRotateSecret(channel.id);
  const [rotated, setRotated] = useState<RotatedSecret | null>(null);
  return (
    <>
      <ConfirmAction
        label="New secret"
        title="Replace the secret?"
        description="For a day, each lead is signed with both secrets, so that you can change over without losing one."
        confirmLabel="Replace"
        pendingLabel="Replacing..."
        onConfirm={(close) => rotate.mutateAsync(undefined, { onSuccess: setRotated, onSettled: close })}
      />
      {rotated === null ? null : (
        <FormDialog
          onClose={() => setRotated(null)}
          title="Your new secret"
          description={`The old one is valid until ${formatDateTime(rotated.previousValidUntil)}.`}
        >
          <WebhookSecret secret={rotated.secret} onDone={() => setRotated(null)} />
        </FormDialog>
      )}
    </>
  );
}
