import { useQuery } from '@tanstack/react-query';
import { QueryView } from '@/components/page/query-view';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { incidentsQuery } from '../api/incidents';
import { CreateIncident } from './create-incident';
import { IncidentList } from './incident-list';
import { UpdateIncident } from './update-incident';

/** The administrators' part of the status page. */
export function IncidentsSection() {
  const query = useQuery(incidentsQuery);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <a href="/status" className="link inline-flex min-h-11 items-center">
          Open the status page
        </a>
        <CreateIncident />
      </div>
      <QueryView query={query} what="the incidents">
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
    </>
  );
}
