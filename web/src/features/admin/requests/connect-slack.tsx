import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/form-dialog';
import { useConnectSlack } from './slack.api';
import { rowButton } from '../row-buttons';

const schema = async () => (await import('@desk/contracts/notifications/slack.schemas')).connectSlackSchema;

/** Connects the Slack channel of the agent who requested it, with the token of an app in the agent's workspace. */
export function ConnectSlack({ userId, name }: { userId: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const connect = useConnectSlack(userId, name);
  return (
    <>
      <Button
        variant="secondary"
        className={rowButton}
        aria-label={`Connect Slack for ${name}`}
        onClick={() => setOpen(true)}
      >
        Connect
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Connect Slack for ${name}`}
        description="The workspace needs a Slack app with the scope chat:write, invited to the channel. We post a greeting there now."
      >
        <DialogForm
          initialValues={{ token: '', slackChannelId: '' }}
          schema={schema}
          className="grid gap-4"
          onSubmit={async ({ token, slackChannelId }) => {
            await connect.mutateAsync({
              token: token.trim(),
              slackChannelId: slackChannelId.trim(),
            });
            close();
          }}
        >
          <Field
            name="token"
            label="Bot token"
            type="password"
            autoComplete="off"
            spellCheck={false}
            hint="Starts with xoxb-. It is stored encrypted and never shown again."
          />
          <Field
            name="slackChannelId"
            label="Channel ID"
            autoComplete="off"
            spellCheck={false}
            hint="In Slack: the channel's name, then About. Looks like C0123456789."
          />
          <div className="flex flex-wrap justify-end gap-3">
            <CancelButton />
            <PendingButton type="submit" isPending={connect.isPending} pendingLabel="Connecting...">
              Connect
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}
