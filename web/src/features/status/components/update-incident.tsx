import type { Incident } from '@desk/contracts/status/status.schemas';
import type { IncidentStatus } from '@desk/contracts/status/status.values';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/form-dialog';
import { useUpdateIncident } from '../api/incidents';
import { IncidentForm } from './incident-form';

const schema = async () => (await import('@desk/contracts/status/status.http')).updateIncidentBody;

/** Publishes what is new about an incident. */
export function UpdateIncident({ incident }: { incident: Incident }) {
  const update = useUpdateIncident(incident);
  const [isOpen, setIsOpen] = useState(false);
  const status: IncidentStatus = incident.updates[0]?.status ?? 'investigating';
  return (
    <>
      <Button
        variant="secondary"
        aria-label={`Add update: ${incident.title}`}
        onClick={() => setIsOpen(true)}
      >
        Add update
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Add update"
        description={`${incident.title}. The status Resolved ends the incident.`}
      >
        <IncidentForm
          initialValues={{ status, text: '' }}
          schema={schema}
          isPending={update.isPending}
          onSubmit={async (input) => {
            await update.mutateAsync(input);
            setIsOpen(false);
          }}
        />
      </FormDialog>
    </>
  );
}
