import { INCIDENT_TITLE_MAX, statusComponents } from '@desk/contracts/status/status.values';
import { Field as Bound, useField } from 'formik';
import { useRef, useState } from 'react';
import { Field, FieldError } from '@/components/form/field';
import { notify } from '@/components/toast/toast-store';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/form-dialog';
import { type NewIncident, useCreateIncident } from '../api/incidents';
import { componentLabels } from '../lib/labels';
import { IncidentForm } from './incident-form';

const schema = async () => (await import('@desk/contracts/status/status.http')).createIncidentBody;
const initialValues: NewIncident & Record<string, unknown> = {
  title: '',
  components: [],
  status: 'investigating',
  text: '',
};

function ComponentsField() {
  const [, { touched, error }] = useField<readonly string[]>('components');
  const shown = touched ? error : undefined;
  return (
    <fieldset className="grid gap-1" aria-describedby={shown === undefined ? undefined : 'components-error'}>
      <legend className="mb-1 text-sm font-semibold">Components</legend>
      {statusComponents.map((component) => (
        <label key={component} className="flex min-h-11 items-center gap-3 md:min-h-8">
          <Bound type="checkbox" name="components" value={component} className="size-5 accent-brand" />
          {componentLabels[component]}
        </label>
      ))}
      <FieldError id="components-error">{shown}</FieldError>
    </fieldset>
  );
}

/** Publishes a new incident. */
export function CreateIncident() {
  const create = useCreateIncident();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button ref={opener} onClick={() => setIsOpen(true)}>
        New incident
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        returnFocusTo={opener}
        title="New incident"
        description="It appears on the public status page within a minute."
      >
        <IncidentForm
          initialValues={initialValues}
          schema={schema}
          isPending={create.isPending}
          onSubmit={async (incident) => {
            await create.mutateAsync(incident);
            setIsOpen(false);
            notify({ title: 'Incident published', description: incident.title });
          }}
        >
          <Field name="title" label="Title" autoComplete="off" maxLength={INCIDENT_TITLE_MAX} />
          <ComponentsField />
        </IncidentForm>
      </FormDialog>
    </>
  );
}
