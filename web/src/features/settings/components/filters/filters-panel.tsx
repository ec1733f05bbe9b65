import { lazy, Suspense } from 'react';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { ReloadableForm } from '@/components/ui/reloadable-form';
import { Skeleton } from '@/components/ui/skeleton';
import { useFilters, useReloadFilters } from '../../api/filters';
import { SettingsSection } from '../settings-section';

const FiltersForm = lazy(async () => ({ default: (await import('../later-panels')).FiltersForm }));

const LoadingFilters = () => (
  <Loading label="Loading filters...">
    <Skeleton className="h-[480px]" />
  </Loading>
);

/** Which leads the agent wants, when, and for how much. */
export function FiltersPanel() {
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useFilters();
  const reload = useReloadFilters();
  return (
    <SettingsSection
      title="Filters"
      description="You only get leads that match. Where nothing is checked, every lead matches. Each lead goes to the agent who has waited longest among those whose filters match."
    >
      <Card>
        {data !== undefined && isFetchedAfterMount ? (
          <Suspense fallback={<LoadingFilters />}>
            <ReloadableForm initial={data} reload={reload}>
              {({ filters, version, timeZone }, load) => (
                <FiltersForm saved={filters} savedVersion={version} timeZone={timeZone} onLoad={load} />
              )}
            </ReloadableForm>
          </Suspense>
        ) : error === null ? (
          <LoadingFilters />
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
