import type { FunnelWithKey } from '@desk/contracts/leads/funnels.schemas';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { NewSecret } from '@/components/secret/new-secret';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/form-dialog';
import { useCreateFunnel } from './funnels.api';
import { FUNNEL_KEY_PURPOSE } from './funnel-key-purpose';

const schema = async () => {
  const { strictObject } = await import('@desk/contracts/primitives');
  const { funnelName } = await import('@desk/contracts/leads/funnels.schemas');
  return strictObject({ name: funnelName() });
};

/** Asks for a name, shows the first key, then opens the new funnel's page. */
export function CreateFunnel() {
  const create = useCreateFunnel();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<FunnelWithKey | null>(null);
  const close = () => {
    setOpen(false);
    if (created) void navigate(`/admin/funnels/${created.funnel.id}`);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>New funnel</Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) close();
        }}
        title={created === null ? 'New funnel' : `The key of ${created.funnel.name}`}
        description={
          created === null
            ? 'It starts in test mode: its leads are checked, but neither stored nor sold.'
            : 'The funnel sends it with every lead.'
        }
      >
        {created === null ? (
          <DialogForm
            initialValues={{ name: '' }}
            schema={schema}
            className="grid gap-4"
            onSubmit={async ({ name }) => setCreated(await create.mutateAsync(name))}
          >
            <Field
              name="name"
              label="Name"
              autoComplete="off"
              hint="Agents see it as the source of a lead."
            />
            <div className="flex flex-wrap justify-end gap-3">
              <CancelButton />
              <PendingButton type="submit" isPending={create.isPending} pendingLabel="Creating...">
                Create
              </PendingButton>
            </div>
          </DialogForm>
        ) : (
          <NewSecret kind="key" secret={created.key} purpose={FUNNEL_KEY_PURPOSE} onDone={close} />
        )}
      </FormDialog>
    </>
  );
}
