import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { CircleCheck } from '@/components/ui/icons';
import { Loading } from '@/components/ui/loading';
import { incidentsQuery } from '../api/incidents';
import { CreateIncident } from './create-incident';
import { IncidentList } from './incident-list';
import { UpdateIncident } from './update-incident';

/** The administrators' part of the status page. */
export function IncidentsSection() {
  const { data, error, isError, isFetching, refetch } = useQuery(incidentsQuery);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <a href="/status" className="link inline-flex min-h-11 items-center">
          Open the status page
        </a>
        <CreateIncident />
      </div>
      {isError ? (
        <ErrorState
          title="The incidents could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Loading label="Loading incidents..." />
      ) : data.incidents.length === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title="No incidents"
          description="Publish an incident when something is not working, and tell visitors how it goes on."
        />
      ) : (
        <>
          <h2 className="sr-only">Published incidents</h2>
          <IncidentList
            incidents={data.incidents}
            action={(incident) => <UpdateIncident incident={incident} />}
          />
        </>
      )}
    </>
  );
}
