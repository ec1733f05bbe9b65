import type { Funnel, FunnelWithKey } from '@desk/contracts/leads/funnels.schemas';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Field } from '@/components/form/field';
import { MutationForm } from '@/components/form/form-action';
import { listPage } from '@/components/list/list';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { NewSecret } from '@/components/secret/new-secret';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/dialog';
import { Inbox } from '@/components/ui/icons';
import { formatDateTime } from '@/lib/dates';
import { useRefresh } from '@/lib/use-refresh';
import { rowLink } from '../columns';
import { useListQuery } from '../queries';
import { keyKinds } from './funnel-key-kinds';
import { FunnelModeBadge } from '@/components/funnel/funnel-mode';

const schema = async () => {
  const { strictObject } = await import('@desk/contracts/primitives');
  const { funnelName } = await import('@desk/contracts/leads/funnels.schemas');
  return strictObject({ name: funnelName() });
};

/** Asks for a name, shows the first key, then opens the new funnel's page. */
function CreateFunnel() {
  const create = useRouteMutation('createFunnel', { onSuccess: useRefresh('listFunnels', 'getFunnel') });
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
        onClose={close}
        title={created === null ? 'New funnel' : `The key of ${created.funnel.name}`}
        description={
          created === null
            ? 'It starts in test mode: its leads are checked, but neither stored nor sold.'
            : 'The funnel sends it with every lead.'
        }
      >
        {created === null ? (
          <MutationForm
            initialValues={{ name: '' }}
            schema={schema}
            submitLabel="Create"
            pendingLabel="Creating..."
            mutation={create}
            onDone={setCreated}
          >
            <Field
              name="name"
              label="Name"
              autoComplete="off"
              hint="Agents see it as the source of a lead."
            />
          </MutationForm>
        ) : (
          <NewSecret kind="key" secret={created.key} purpose={keyKinds.server.purpose} onDone={close} />
        )}
      </FormDialog>
    </>
  );
}

export const Component = listPage({
  description: 'The sources that post leads, with their keys and rules.',
  actions: <CreateFunnel />,
  one: 'funnel',
  sorted: 'by name',
  params: {},
  useData: () => useListQuery('listFunnels'),
  changes: ['funnels'],
  rows: ({ funnels }): readonly Funnel[] => funnels,
  columns: [
    {
      header: 'Name',
      role: 'name',
      className: 'min-w-40 wrap-anywhere',
      cell: ({ id, name }) => (
        <Link to={`/admin/funnels/${id}`} className={rowLink}>
          {name}
        </Link>
      ),
    },
    { header: 'Mode', role: 'badge', cell: ({ mode }) => <FunnelModeBadge mode={mode} /> },
    {
      header: 'Keys that work',
      align: 'end',
      cell: ({ keys }) => keys.filter(({ revokedAt }) => revokedAt === null).length,
    },
    {
      header: 'Proof of consent',
      cell: ({ requiresConsentProof }) => (requiresConsentProof ? 'Required' : 'Optional'),
    },
    { header: 'Created', noWrap: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
  ],
  minTableWidthPx: 720,
  empty: {
    icon: Inbox,
    title: 'No funnels yet',
    description: 'A funnel posts leads with a key of its own. Create the first one.',
  },
});
