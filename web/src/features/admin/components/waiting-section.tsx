import type { AdminLead } from '@desk/contracts/leads/lead-ledger.http';
import { useQuery } from '@tanstack/react-query';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { formatDateTime, formatDuration } from '@/lib/dates';
import { leadsQuery } from '../api/leads';
import { readCursor } from '../lib/cursor';
import { cursorSummary } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { useNow } from '../lib/use-now';
import { AdminList } from './admin-list';
import { LeadLink } from './lead-link';
import { NoMore } from './no-more';

/** A part of its own, so that the clock draws these anew and not the whole table. */
function Waited({ since }: { since: string }) {
  const now = useNow(1_000);
  return formatDuration(Math.floor((now - Date.parse(since)) / 1_000) * 1_000);
}

const columns: readonly Column<AdminLead>[] = [
  {
    id: 'name',
    header: 'Name',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ id, fullName }) => <LeadLink id={id} name={fullName} />,
  },
  { id: 'type', header: 'Type', cell: ({ leadType }) => leadType },
  { id: 'state', header: 'State', cell: ({ state }) => state },
  {
    id: 'funnel',
    header: 'Funnel',
    className: 'min-w-26 wrap-anywhere',
    cell: ({ funnelName }) => funnelName,
  },
  {
    id: 'offers',
    header: 'Offers so far',
    noWrap: true,
    align: 'end',
    cell: ({ offersMade }) => offersMade,
  },
  { id: 'received', header: 'Received', noWrap: true, cell: ({ receivedAt }) => formatDateTime(receivedAt) },
  {
    id: 'waited',
    header: 'Waiting for',
    noWrap: true,
    align: 'end',
    cell: ({ receivedAt }) => (
      <strong className="font-semibold text-money">
        <Waited since={receivedAt} />
      </strong>
    ),
  },
];

export function WaitingSection({ listState }: { listState: ListUrlState }) {
  const after = readCursor(listState.get('after'));
  const query = useQuery(leadsQuery({ status: 'available', search: '', order: 'oldest', after }));
  const pages = listState.pagesAt('after', query);
  return (
    <>
      <AdminList
        query={query}
        pageKey={after ?? ''}
        loading="Loading waiting leads..."
        failure="The waiting leads could not be loaded."
        isEmpty={({ leads }) => leads.length === 0}
        summary={({ leads }) => cursorSummary(leads.length, pages, 'waiting lead')}
        empty={
          pages.isFirst ? (
            <EmptyState
              icon={CircleCheck}
              title="No lead is waiting"
              description="A lead that no agent can take just now waits here, and is offered again as soon as one can."
            />
          ) : (
            <NoMore of="waiting leads" />
          )
        }
        pager={<CursorPager label="Waiting leads" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Waiting leads, oldest first"
            columns={columns}
            rows={data?.leads}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={700}
          />
        )}
      </AdminList>
    </>
  );
}
