import { lazy, Suspense } from 'react';
import { QueryView } from '@/components/page/query-view';
import { ReloadableForm } from '@/components/ui/reloadable-form';
import { Skeleton } from '@/components/ui/skeleton';
import { useFilters, useReloadFilters } from '../../api/filters';
import { SettingsSection } from '../settings-section';

const FiltersForm = lazy(async () => ({ default: (await import('../later-panels')).FiltersForm }));

const skeleton = <Skeleton className="h-[480px]" />;

/** Which leads the agent wants, when, and for how much. */
export function FiltersPanel() {
  const query = useFilters();
  const data = query.isFetchedAfterMount ? query.data : undefined;
  // The form says itself when it cannot load them again.
  const error = data === undefined ? query.error : null;
  const reload = useReloadFilters();
  return (
    <SettingsSection
      title="Filters"
      description="You only get leads that match. Where nothing is checked, every lead matches. Each lead goes to the agent who has waited longest among those whose filters match."
    >
      <QueryView query={{ ...query, data, error }} what="your filters" skeleton={skeleton}>
        {(initial) => (
          <Suspense fallback={skeleton}>
            <ReloadableForm initial={initial} reload={reload}>
              {({ filters, version, timeZone }, load) => (
                <FiltersForm saved={filters} savedVersion={version} timeZone={timeZone} onLoad={load} />
              )}
            </ReloadableForm>
          </Suspense>
        )}
      </QueryView>
    </SettingsSection>
  );
}
