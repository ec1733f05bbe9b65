import { SELECTED_LEADS_MAX } from '@desk/contracts/leads/sold-leads.values';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useListState } from '@/components/list/use-list-state';
import { QueryError } from '@/components/page/query-view';
import { Button } from '@/components/ui/button';
import { DownloadLink } from '@/components/ui/download-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pagination } from '@/components/ui/pagination';
import { Download, Info, Search } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import type { NewLeads } from '@/lib/arrivals';
import { pluralize } from '@/lib/numbers';
import { routeFile } from '@/lib/route-file';
import { routeQuery } from '@/lib/route-query';
import { defaultFilters, isFiltered, leadParams, showsNewest, toListTarget } from '../lib/filters';
import { getLeadName } from '../lib/lead-labels';
import { findSamples, type ListedLead } from '../lib/sample-leads';
import { useSelection } from '../lib/selection';
import { useStatusSaves } from '../lib/use-status-saves';
import { LeadFilters } from './lead-filters';
import { LeadList, LeadListSkeleton } from './lead-list';
import { isWorkable, type LeadWork, SelectPage } from './lead-row-fields';
import { LeadViews } from './lead-views';
import { SelectionBar } from './selection-bar';

interface NewLeadsNoticeProps {
  newLeads: NewLeads;
  leads: readonly ListedLead[];
  /** The list starts with the newest lead, so new ones appear in it. */
  showsNewest: boolean;
  /** Time of the last response, in milliseconds. */
  updatedAt: number;
  onShow: () => void;
}

/** Matches the `lead-glow` animation. */
const HIGHLIGHT_MS = 2_000;

/** Announces new leads: by name if they are listed, otherwise with a button that shows them. */
function NewLeadsNotice({
  newLeads: { unseen, highlighted, markSeen, endHighlight },
  leads,
  showsNewest,
  updatedAt,
  onShow,
}: NewLeadsNoticeProps) {
  useEffect(() => {
    markSeen(showsNewest ? 'all' : leads.map(({ id }) => id));
  }, [markSeen, leads, showsNewest, updatedAt]);

  const arrived = leads.filter(({ id }) => highlighted.includes(id));
  const ids = arrived.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === '') return;
    const timer = setTimeout(() => {
      for (const id of ids.split(' ')) endHighlight(id);
    }, HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [endHighlight, ids]);

  const count = showsNewest ? 0 : unseen.length;
  return (
    // Always rendered: screen readers announce changes only inside an existing live region.
    <div role="status" className={count === 0 ? 'sr-only' : undefined}>
      {arrived.length === 0 ? null : <p>New lead: {arrived.map(getLeadName).join(', ')}</p>}
      {count === 0 ? null : (
        <div className="flex animate-[rise-in_180ms_var(--ease-out)] justify-center">
          <Button variant="secondary" className="border-brand! text-brand" onClick={onShow}>
            {pluralize(count, 'new lead')}
          </Button>
        </div>
      )}
    </div>
  );
}

const MINUTE_MS = 60_000;

/** Links to the leads to call back today, with their number. Nothing if there are none, or if it is unknown. */
function CallsToday() {
  const { data } = useQuery({
    ...routeQuery('listLeads', { query: { reminder: 'today' } }),
    refetchOnMount: 'always',
    refetchInterval: MINUTE_MS,
  });
  if (data === undefined || data.total === 0) return null;
  return (
    <Link
      to={toListTarget({ ...defaultFilters, reminder: 'today' })}
      preventScrollReset
      className="link w-fit pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
    >
      {pluralize(data.total, 'call')} to make today
    </Link>
  );
}

interface ResultsProps {
  leads: readonly ListedLead[];
  isStale: boolean;
  highlightedIds: readonly string[];
  work: LeadWork;
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

const Results = ({ leads, isStale, highlightedIds, work, page, pageCount, onPage }: ResultsProps) => (
  // Focusable, so that the focus stays here when the selection bar is gone.
  <div tabIndex={-1} className="grid gap-4 outline-none!">
    {leads.some(isWorkable) ? <SelectPage leads={leads} work={work} /> : null}
    <LeadList leads={leads} isStale={isStale} highlightedIds={highlightedIds} work={work} />
    <Pagination label="Leads" page={page} pageCount={pageCount} onChange={onPage} />
    {work.selected.length === 0 ? null : (
      <SelectionBar leadIds={work.selected} onDeselect={(leadIds) => work.select(leadIds, false)} />
    )}
  </div>
);

/** The agent's leads, newest first. Shows samples until the first lead is sold. */
export function RecentLeads({ newLeads }: { newLeads: NewLeads }) {
  const { view: filters, change: updateFilters } = useListState(leadParams, '');
  const query = useQuery({
    ...routeQuery('listLeads', { query: { ...filters, page: String(filters.page) } }),
    // Shows the cached page while a fresh one loads.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData, dataUpdatedAt } = query;
  const [now] = useState(() => Date.now());

  const isSample = data?.any === false;
  const { page, ...exported } = filters;
  const shown = isSample ? findSamples(filters, now) : data;

  const { chosen, choose } = useStatusSaves();
  const { selected, select } = useSelection(JSON.stringify(exported));
  const isFull = selected.length >= SELECTED_LEADS_MAX;
  const work: LeadWork = { chosen, choose, selected, isFull, select };

  // A page past the end, from an old link or after filtering, falls back to the last page.
  const lastPage = shown && (isSample || !isPlaceholderData) ? shown.pages : null;
  useEffect(() => {
    if (lastPage !== null && page > lastPage) updateFilters({ page: lastPage }, { replace: true });
  });

  const showNewest = () => updateFilters(defaultFilters);
  return (
    <section aria-labelledby="recent-leads" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="recent-leads" tabIndex={-1} className="text-lg font-semibold">
          Recent Leads
        </h2>
        {data?.any === true ? (
          <DownloadLink
            file={routeFile('exportLeads', { query: exported })}
            icon={<Download aria-hidden className="size-4" />}
            pendingLabel="Exporting..."
            failure="Failed to export your leads. Please try again."
          >
            Export CSV
          </DownloadLink>
        ) : null}
      </div>
      <CallsToday />
      {isSample ? (
        <p className="flex gap-3 rounded-control border border-money-line bg-money-soft px-4 py-3">
          <Info aria-hidden className="mt-[3px] size-5 shrink-0 text-money" />
          <span>
            <span className="font-semibold text-money">These are samples.</span> None of these people are
            real, and nothing was charged. Your own leads will replace them once the first one is sold to you.
          </span>
        </p>
      ) : null}
      <LeadViews filters={filters} />
      <LeadFilters
        filters={filters}
        onChange={updateFilters}
        onClear={shown?.leads.length === 0 ? null : showNewest}
      >
        {shown ? (
          <p role="status" className="tabular text-sm text-muted">
            Showing {shown.leads.length} of {shown.total} leads
          </p>
        ) : error === null ? (
          <Skeleton className="my-0.5 ml-auto h-4 w-40 max-w-full" />
        ) : null}
      </LeadFilters>
      {shown === undefined ? null : (
        <NewLeadsNotice
          newLeads={newLeads}
          leads={shown.leads}
          showsNewest={showsNewest(filters)}
          updatedAt={dataUpdatedAt}
          onShow={showNewest}
        />
      )}
      <QueryError query={query} what="your leads" />
      {shown === undefined && error === null ? <LeadListSkeleton /> : null}
      {shown === undefined ? null : shown.leads.length === 0 ? (
        <EmptyState
          icon={Search}
          title="No leads found matching your filters"
          description="Try another search, fewer filters or a longer period."
          action={
            isFiltered(filters) ? (
              <Button variant="secondary" onClick={showNewest}>
                Clear filters
              </Button>
            ) : null
          }
        />
      ) : (
        <Results
          leads={shown.leads}
          isStale={isPlaceholderData && !isSample}
          highlightedIds={newLeads.highlighted}
          work={work}
          page={page}
          pageCount={shown.pages}
          onPage={(to) => updateFilters({ page: to })}
        />
      )}
    </section>
  );
}
