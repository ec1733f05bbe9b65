import type { AdminLead } from '@desk/contracts/leads/lead-history.routes';
import { useQuery } from '@tanstack/react-query';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { formatDateTime, formatDuration } from '@/lib/dates';
import { useNow } from '@/lib/use-now';
import { leadHistoryQuery } from '../api/leads';
import { parseCursor } from '../lib/cursor';
import { summarizeCursorPage } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { EndOfList } from './end-of-list';
import { LeadLink } from './lead-link';

/** A separate component, so that each tick re-renders only this cell. */
function WaitingTime({ since }: { since: string }) {
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
        <WaitingTime since={receivedAt} />
      </strong>
    ),
  },
];

export function WaitingSection({ listState }: { listState: ListUrlState }) {
  const after = parseCursor(listState.get('after'));
  const query = useQuery(leadHistoryQuery({ status: 'available', search: '', order: 'oldest', after }));
  const pages = listState.getPages('after', query);
  return (
    <>
      <AdminList
        query={query}
        pageKey={after ?? ''}
        loading="Loading waiting leads..."
        failure="The waiting leads could not be loaded."
        isEmpty={({ leads }) => leads.length === 0}
        summary={({ leads }) => summarizeCursorPage(leads.length, pages, 'waiting lead')}
        empty={
          pages.isFirst ? (
            <EmptyState
              icon={CircleCheck}
              title="No leads are waiting"
              description="Leads that no agent can buy right now wait here. Each is offered again as soon as an agent becomes eligible."
            />
          ) : (
            <EndOfList of="waiting leads" />
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
