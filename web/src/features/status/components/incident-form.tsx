import {
  INCIDENT_TEXT_MAX,
  type IncidentStatus,
  incidentStatuses,
} from '@desk/contracts/status/status.values';
import { useField } from 'formik';
import type { ComponentProps, ReactNode } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { TextAreaField } from '@/components/form/text-area-field';
import { PendingButton } from '@/components/ui/button';
import { CancelButton } from '@/components/ui/form-dialog';
import { Select } from '@/components/ui/select';
import { incidentLabels } from '../lib/labels';

const options = incidentStatuses.map((value) => ({ value, label: incidentLabels[value] }));

function StatusField() {
  const [{ value }, , { setValue }] = useField<IncidentStatus>('status');
  return (
    <Select label="Status" options={options} value={value} onChange={(status) => void setValue(status)} />
  );
}

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
      <StatusField />
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
