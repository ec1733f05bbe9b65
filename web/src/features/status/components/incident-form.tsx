import { INCIDENT_TEXT_MAX, incidentStatuses } from '@desk/contracts/status/status.values';
import type { ComponentProps, ReactNode } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { SelectField } from '@/components/form/select-field';
import { TextAreaField } from '@/components/form/text-area-field';
import { PendingButton } from '@/components/ui/button';
import { CancelButton } from '@/components/ui/form-dialog';
import { incidentLabels } from '../lib/labels';

const options = incidentStatuses.map((value) => ({ value, label: incidentLabels[value] }));

interface IncidentFormProps<V extends Record<string, unknown>> extends Omit<
  ComponentProps<typeof DialogForm<V>>,
  'children' | 'className'
> {
  children?: ReactNode;
  isPending: boolean;
}

/** The fields of every update, after those of `children`. */
export function IncidentForm<V extends Record<string, unknown>>({
  isPending,
  children,
  ...form
}: IncidentFormProps<V>) {
  return (
    <DialogForm<V> className="grid gap-4" {...form}>
      {children}
      <SelectField name="status" label="Status" options={options} />
      <TextAreaField
        name="text"
        label="What visitors should know"
        hint="Without names or other personal data. It cannot be changed later."
        maxLength={INCIDENT_TEXT_MAX}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <CancelButton />
        <PendingButton type="submit" isPending={isPending} pendingLabel="Publishing...">
          Publish
        </PendingButton>
      </div>
    </DialogForm>
  );
}
