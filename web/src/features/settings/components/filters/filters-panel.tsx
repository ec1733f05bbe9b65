import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { useFilters } from '../../api/filters';
import { SettingsSection } from '../settings-section';
import { FiltersForm } from './filters-form';

/** Which leads the agent wants, when, and for how much. */
export function FiltersPanel() {
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useFilters();
  return (
    <SettingsSection
      title="Filters"
      description="You only get leads that match. Where nothing is checked, every lead matches. Each lead goes to the agent who has waited longest among those whose filters match."
    >
      <Card>
        {data !== undefined && isFetchedAfterMount ? (
          <FiltersForm saved={data.filters} timeZone={data.timeZone} />
        ) : error === null ? (
          <Loading label="Loading filters...">
            <Skeleton className="h-[480px]" />
          </Loading>
        ) : (
          <ErrorState
            title="Your filters could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    </SettingsSection>
  );
}
