import type { AdminLead } from '@desk/contracts/leads/lead-ledger.http';
import type { LeadState } from '@desk/contracts/leads/leads.values';
import { useQuery } from '@tanstack/react-query';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/select';
import { formatDateTime, formatDuration } from '@/lib/dates';
import { leadsQuery, type LeadsView } from '../api/leads';
import { Inbox, SearchX } from '../icons';
import { readCursor } from '../lib/cursor';
import { isOneOf, keysOf, leadStates, nameOf, type Order, orders } from '../lib/names';
import { cursorSummary } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { LeadLink } from './lead-link';
import { LeadStateBadge } from './lead-state';
import { ListHead } from './list-head';
import { NoMore } from './no-more';

const between = (from: string, to: string | null): string =>
  to === null ? '-' : formatDuration(Date.parse(to) - Date.parse(from));

const columns: readonly Column<AdminLead, Order>[] = [
  {
    id: 'received',
    header: 'Received',
    noWrap: true,
    sortCycle: [
      { value: 'newest', direction: 'descending' },
      { value: 'oldest', direction: 'ascending' },
    ],
    cell: ({ receivedAt }) => formatDateTime(receivedAt),
  },
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
  { id: 'status', header: 'Status', role: 'badge', cell: ({ status }) => <LeadStateBadge status={status} /> },
  {
    id: 'agent',
    header: 'Agent',
    className: 'min-w-24 wrap-anywhere',
    cell: ({ buyer, soldAt }) => (soldAt === null ? '-' : nameOf(buyer)),
  },
  { id: 'offers', header: 'Offers', align: 'end', cell: ({ offersMade }) => offersMade },
  {
    id: 'delivered',
    header: 'Delivered in',
    noWrap: true,
    align: 'end',
    cell: ({ receivedAt, deliveredAt }) => between(receivedAt, deliveredAt),
  },
];

const ANY = 'any';
const statusOptions = [
  { value: ANY, label: 'All' },
  ...keysOf(leadStates).map((value) => ({ value, label: leadStates[value] })),
] as const satisfies readonly { value: LeadState | typeof ANY; label: string }[];

function readView({ get }: ListUrlState): LeadsView {
  const status = get('status');
  const order = get('order');
  return {
    status: isOneOf(leadStates, status) ? status : null,
    search: (get('search') ?? '').slice(0, 200),
    order: isOneOf(orders, order) ? order : 'newest',
    after: readCursor(get('after')),
  };
}

export function LeadsSection({ listState }: { listState: ListUrlState }) {
  const view = readView(listState);
  const query = useQuery(leadsQuery(view));
  const pages = listState.pagesAt('after', query);
  return (
    <>
      <ListHead
        search={{
          label: 'Search leads',
          hint: 'Name, email, phone or state',
          value: view.search,
          onSearch: (search) => listState.change({ search, after: null }, { replace: true }),
        }}
        filters={
          <Select
            label="Status"
            className="w-36"
            value={view.status ?? ANY}
            options={statusOptions}
            onChange={(status) => listState.change({ status: status === ANY ? null : status, after: null })}
          />
        }
      />
      <AdminList
        query={query}
        pageKey={view.after ?? ''}
        loading="Loading leads..."
        failure="The leads could not be loaded."
        isEmpty={({ leads }) => leads.length === 0}
        summary={({ leads }) => cursorSummary(leads.length, pages, 'lead')}
        empty={
          !pages.isFirst ? (
            <NoMore of="leads" />
          ) : view.search !== '' || view.status !== null ? (
            <EmptyState icon={SearchX} title="No leads fit these filters" />
          ) : (
            <EmptyState
              icon={Inbox}
              title="No leads yet"
              description="Each lead that a funnel posts is listed here, whatever becomes of it."
            />
          )
        }
        pager={<CursorPager label="Leads" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Leads"
            columns={columns}
            rows={data?.leads}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={880}
            sorting={{
              value: view.order,
              defaultValue: 'newest',
              labels: orders,
              onChange: (order) =>
                listState.change({ order: order === 'newest' ? null : order, after: null }),
            }}
          />
        )}
      </AdminList>
    </>
  );
}
