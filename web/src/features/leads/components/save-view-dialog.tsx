import type { LeadView } from '@desk/contracts/leads/lead-views.schemas';
import { LEAD_VIEW_NAME_MAX } from '@desk/contracts/leads/sold-leads.values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { MutationForm } from '@/components/form/form-action';
import { FormDialog } from '@/components/ui/dialog';
import { callRoute } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';

const schema = async () =>
  (await import('@desk/contracts/leads/lead-views.schemas')).newLeadViewSchema.pick(['name']);

interface SaveViewDialogProps {
  filters: LeadView['filters'];
  onClose: () => void;
}

export function SaveViewDialog({ filters, onClose }: SaveViewDialogProps) {
  // With the same id, the server does not save a second view if the answer was lost and the request is repeated.
  const [viewId] = useState(() => crypto.randomUUID());
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      callRoute('createLeadView', { body: { viewId, name, filters } }),
    onSuccess: useRefresh('listLeadViews'),
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Save view"
      description="Saves the current filters under a name. The view appears above the list."
    >
      <MutationForm
        initialValues={{ name: '' }}
        schema={schema}
        submitLabel="Save"
        pendingLabel="Saving..."
        mutation={save}
        onDone={onClose}
      >
        <Field name="name" label="Name" autoComplete="off" maxLength={LEAD_VIEW_NAME_MAX} />
      </MutationForm>
    </FormDialog>
  );
}
