import type { Incident } from '@desk/contracts/status/status.schemas';
import { INCIDENT_TEXT_MAX, INCIDENT_TITLE_MAX } from '@desk/contracts/status/status.values';
import { useQuery } from '@tanstack/react-query';
import { CheckboxGroup } from '@/components/form/checkbox-field';
import { Field } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { SelectField } from '@/components/form/select-field';
import { TextAreaField } from '@/components/form/text-area-field';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Page } from '@/components/page/page';
import { QueryView } from '@/components/page/query-view';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { toOptions } from '@/components/ui/select';
import type { RouteBody } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';
import { componentLabels, incidentLabels } from '../lib/labels';
import { IncidentList } from './incident-list';

const schemas = () => import('@desk/contracts/status/status.http');
const createSchema = async () => (await schemas()).createIncidentBody;
const updateSchema = async () => (await schemas()).updateIncidentBody;

const UpdateFields = () => (
  <>
    <SelectField name="status" label="Status" options={toOptions(incidentLabels)} />
    <TextAreaField
      name="text"
      label="What visitors should know"
      hint="Without names or other personal data. It cannot be changed later."
      maxLength={INCIDENT_TEXT_MAX}
    />
  </>
);

function CreateIncident() {
  const create = useRouteMutation('createIncident', {
    onSettled: useRefresh('listIncidents'),
    success: (_answer, { title }) => ({ title: 'Incident published', description: title }),
  });
  return (
    <FormAction<RouteBody<'createIncident'>>
      label="New incident"
      button={{ variant: 'primary' }}
      title="New incident"
      description="It appears on the public status page within a minute."
      initialValues={{ title: '', components: [], status: 'investigating', text: '' }}
      schema={createSchema}
      submitLabel="Publish"
      pendingLabel="Publishing..."
      mutation={create}
    >
      <Field name="title" label="Title" autoComplete="off" maxLength={INCIDENT_TITLE_MAX} />
      <CheckboxGroup name="components" label="Components" options={toOptions(componentLabels)} />
      <UpdateFields />
    </FormAction>
  );
}

function UpdateIncident({ incident: { id, title, updates } }: { incident: Incident }) {
  const update = useRouteMutation('updateIncident', {
    params: { incidentId: id },
    onSettled: useRefresh('listIncidents'),
    success: { title: 'Update published', description: title },
  });
  return (
    <FormAction<RouteBody<'updateIncident'>>
      label="Add update"
      button={{ 'aria-label': `Add update: ${title}` }}
      title="Add update"
      description={`${title}. The status Resolved ends the incident.`}
      initialValues={{ status: updates[0]?.status ?? 'investigating', text: '' }}
      schema={updateSchema}
      submitLabel="Publish"
      pendingLabel="Publishing..."
      mutation={update}
    >
      <UpdateFields />
    </FormAction>
  );
}

/** The admins' part of the status page. */
export const Component = () => (
  <Page description="Everybody can read them on the status page, without the names of who wrote them.">
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
      <a href="/status" className="link inline-flex min-h-11 items-center">
        Open the status page
      </a>
      <CreateIncident />
    </div>
    <QueryView
      query={useQuery({ ...routeQuery('listIncidents'), refetchOnMount: 'always' })}
      what="the incidents"
    >
      {({ incidents }) =>
        incidents.length === 0 ? (
          <EmptyState
            icon={CircleCheck}
            title="No incidents"
            description="Publish an incident when something is not working, and tell visitors how it goes on."
          />
        ) : (
          <>
            <h2 className="sr-only">Published incidents</h2>
            <IncidentList
              incidents={incidents}
              action={(incident) => <UpdateIncident incident={incident} />}
            />
          </>
        )
      }
    </QueryView>
  </Page>
);
