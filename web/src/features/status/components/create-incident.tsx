import { INCIDENT_TITLE_MAX, statusComponents } from '@desk/contracts/status/status.values';
import { useState } from 'react';
import { CheckboxGroup } from '@/components/form/checkbox-field';
import { Field } from '@/components/form/field';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/form-dialog';
import type { RouteBody } from '@/lib/api-client';
import { useCreateIncident } from '../api/incidents';
import { componentLabels } from '../lib/labels';
import { IncidentForm } from './incident-form';

const schema = async () => (await import('@desk/contracts/status/status.http')).createIncidentBody;
const initialValues: RouteBody<'createIncident'> = {
  title: '',
  components: [],
  status: 'investigating',
  text: '',
};

const componentOptions = statusComponents.map((value) => ({ value, label: componentLabels[value] }));

/** Publishes a new incident. */
export function CreateIncident() {
  const create = useCreateIncident();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>New incident</Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
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
          }}
        >
          <Field name="title" label="Title" autoComplete="off" maxLength={INCIDENT_TITLE_MAX} />
          <CheckboxGroup name="components" label="Components" options={componentOptions} />
        </IncidentForm>
      </FormDialog>
    </>
  );
}
