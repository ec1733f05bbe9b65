import { useEffect, useMemo, useState } from 'react';
import { QueryError } from '@/components/page/query-view';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Pagination } from '@/components/ui/pagination';
import { Search } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { useLeads } from '../api/get-leads';
import { isFiltered, showsNewest, defaultFilters } from '../lib/filters';
import { toEntryPage, toSampleEntryPage } from '../lib/lead-entry';
import type { NewLeads } from '../lib/new-leads';
import { createSampleLeads } from '../lib/sample-leads';
import { useFiltersInUrl } from '../lib/use-filters-in-url';
import { ExportLink } from './export-link';
import { LeadFilters } from './lead-filters';
import { LeadList, LeadListSkeleton } from './lead-list';
import { NewLeadsNotice } from './new-leads-notice';
import { SampleNote } from './sample-note';

/** The agent's leads, newest first. Shows samples until the first lead is sold. */
export function RecentLeads({ newLeads }: { newLeads: NewLeads }) {
  const [filters, updateFilters] = useFiltersInUrl();
  const query = useLeads(filters);
  const { data, error, isPlaceholderData, dataUpdatedAt } = query;
  const [now] = useState(() => Date.now());

  const isSample = data?.any === false;
  const { search, days, page } = filters;
  const shown = useMemo(() => {
    if (data === undefined) return null;
    return data.any
      ? toEntryPage(data)
      : toSampleEntryPage(createSampleLeads(now), { search, days, page }, now);
  }, [data, search, days, page, now]);

  // A page past the end, from an old link or after filtering, falls back to the last page.
  const lastPage = shown && !(isPlaceholderData && !isSample) ? shown.pages : null;
  useEffect(() => {
    if (lastPage !== null && page > lastPage) updateFilters({ page: lastPage }, { replace: true });
  });

  const showNewest = () => updateFilters(defaultFilters);
  const count = shown === null ? null : `Showing ${shown.entries.length} of ${shown.total} leads`;
  return (
    <section aria-labelledby="recent-leads" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="recent-leads" className="text-lg font-semibold">
          Recent Leads
        </h2>
        {data?.any === true ? <ExportLink filters={filters} /> : null}
      </div>
      {isSample ? <SampleNote /> : null}
      <LeadFilters filters={filters} onChange={updateFilters}>
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
        <NewLeadsNotice
          newLeads={newLeads}
          entries={shown?.entries ?? []}
          showsNewest={showsNewest(filters)}
          updatedAt={dataUpdatedAt}
          onShow={showNewest}
        />
      )}
      <QueryError query={query} what="your leads" />
      {shown === null && error === null ? <LeadListSkeleton /> : null}
      {shown === null ? null : shown.entries.length === 0 ? (
        <EmptyState
          icon={Search}
          title="No leads found matching your filters"
          description="Try another name, email, phone or state, or a longer period."
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
          <LeadList
            entries={shown.entries}
            isStale={isPlaceholderData && !isSample}
            highlightedIds={newLeads.highlighted}
          />
          <Pagination
            label="Leads"
            page={page}
            pageCount={shown.pages}
            onChange={(to) => updateFilters({ page: to })}
          />
        </>
      )}
    </section>
  );
}
