import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Pagination } from '@/components/ui/pagination';
import { Search } from '@/components/ui/product-icons';
import { Skeleton } from '@/components/ui/skeleton';
import { useLeads } from '../api/get-leads';
import { isFiltered, isNewest, newest } from '../lib/filters';
import { ofSamples, ofServer } from '../lib/lead-entry';
import { sampleLeads } from '../lib/sample-leads';
import { useFilters } from '../lib/use-filters';
import { ExportLink } from './export-link';
import { LeadFilters } from './lead-filters';
import { LeadList, LeadListSkeleton } from './lead-list';
import { NewLeads } from './new-leads';
import { SampleNote } from './sample-note';

/** The agent's own leads, newest first; samples until there is one. */
export function RecentLeads() {
  const [filters, change] = useFilters();
  const { data, error, isFetching, isPlaceholderData, refetch, dataUpdatedAt } = useLeads(filters);
  const [now] = useState(() => Date.now());
  const top = useRef<HTMLHeadingElement>(null);

  const isSample = data?.any === false;
  const { search, days, page } = filters;
  const shown = useMemo(() => {
    if (data === undefined) return null;
    return data.any ? ofServer(data) : ofSamples(sampleLeads(now), { search, days, page }, now);
  }, [data, search, days, page, now]);

  // An address of a page that there is not, or not any more, leads to the last one.
  const lastPage = shown && !(isPlaceholderData && !isSample) ? shown.pages : null;
  useEffect(() => {
    if (lastPage !== null && page > lastPage) change({ page: lastPage }, { replace: true });
  });

  // The button that was pressed goes, so the focus needs a place.
  const showNewest = () => {
    change(newest);
    top.current?.focus();
  };
  const count = shown === null ? null : `Showing ${shown.entries.length} of ${shown.total} leads`;
  return (
    <section aria-labelledby="recent-leads" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 ref={top} id="recent-leads" tabIndex={-1} className="text-lg font-semibold">
          Recent Leads
        </h2>
        {data?.any === true ? <ExportLink filters={filters} /> : null}
      </div>
      {isSample ? <SampleNote /> : null}
      <LeadFilters filters={filters} onChange={change}>
        {count === null ? (
          error === null ? (
            <Skeleton className="my-0.5 ml-auto h-4 w-40 max-w-full" />
          ) : null
        ) : (
          <p role="status" className="tabular text-sm text-muted">
            {count}
          </p>
        )}
      </LeadFilters>
      {data === undefined ? null : (
        <NewLeads
          entries={shown?.entries ?? []}
          isNewest={isNewest(filters)}
          readAt={dataUpdatedAt}
          onShow={showNewest}
        />
      )}
      {error === null ? null : (
        <ErrorState
          title={shown === null ? 'Your leads could not be loaded.' : 'What is shown may not be the newest.'}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {shown === null && error === null ? <LeadListSkeleton /> : null}
      {shown === null ? null : shown.entries.length === 0 ? (
        <EmptyState
          icon={Search}
          title="No leads found matching your filters"
          description="Look for another name, email, phone or state, or further back."
          action={
            isFiltered(filters) ? (
              <Button variant="secondary" onClick={showNewest}>
                Clear filters
              </Button>
            ) : null
          }
        />
      ) : (
        <>
          <LeadList entries={shown.entries} isStale={isPlaceholderData && !isSample} />
          <Pagination
            label="Leads"
            page={page}
            pageCount={shown.pages}
            onChange={(to) => change({ page: to })}
          />
        </>
      )}
    </section>
  );
}
