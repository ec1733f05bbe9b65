import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import type { RotatedSecret } from '@desk/contracts/notifications/webhooks.schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MutationForm } from '@/components/form/form-action';
import { Field } from '@/components/form/field';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { NewSecret } from '@/components/secret/new-secret';
import { Button } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { FormDialog } from '@/components/ui/dialog';
import { callRoute, UNREACHABLE } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { useBackgroundRefresh } from '@/lib/use-refresh';

const schema = async () => (await import('@desk/contracts/notifications/webhooks.schemas')).newWebhookSchema;

const WebhookSecret = (props: { secret: string; onDone: () => void }) => (
  <NewSecret
    kind="secret"
    purpose="With it, your server can check that a lead really comes from us."
    {...props}
  />
);

export function WebhookSetUp({ channel }: { channel: AgentChannel | undefined }) {
  const setUp = useMutation({
    mutationFn: ({ url }: { url: string }) => callRoute('setUpWebhook', { body: { url: url.trim() } }),
    onSuccess: useBackgroundRefresh('listChannels'),
  });
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setSecret(null);
  };
  return (
    <>
      <Button
        variant={channel === undefined ? 'primary' : 'secondary'}
        className="w-full @md:w-auto"
        onClick={() => setOpen(true)}
      >
        {channel === undefined ? 'Set up now' : 'Change address'}
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={close}
        title={secret === null ? 'Send leads to a webhook' : 'Your webhook is set up'}
        description={
          secret === null
            ? 'We post each lead as JSON to your CRM or server the moment it is sold to you.'
            : 'The next leads arrive there too.'
        }
      >
        {secret === null ? (
          <MutationForm
            initialValues={{ url: channel?.address ?? '' }}
            schema={schema}
            submitLabel="Save"
            pendingLabel="Saving..."
            mutation={setUp}
            onDone={(webhook) => setSecret(webhook.secret)}
          >
            <Field
              name="url"
              label="Address"
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              hint={
                channel === undefined
                  ? 'Starts with https:// and is reachable from the internet.'
                  : 'You get a new secret too. The old one no longer signs anything.'
              }
            />
          </MutationForm>
        ) : (
          <WebhookSecret secret={secret} onDone={close} />
        )}
      </FormDialog>
    </>
  );
}

export function RotateSecret({ channel }: { channel: AgentChannel }) {
  const rotate = useRouteMutation('rotateWebhookSecret', {
    params: { channelId: channel.id },
    failure: UNREACHABLE,
  });
  const [rotated, setRotated] = useState<RotatedSecret | null>(null);
  return (
    <>
      <ConfirmAction
        label="New secret"
        title="Replace the secret?"
        description="For a day, each lead is signed with both secrets, so that you can switch without losing a lead."
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
