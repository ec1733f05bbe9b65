import type { AdminLead } from '@desk/contracts/leads/lead-history.routes';
import type { LeadState } from '@desk/contracts/leads/leads.values';
import { truncate } from '@desk/contracts/format/truncate';
import { SEARCH_MAX } from '@desk/contracts/search.values';
import { useQuery } from '@tanstack/react-query';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/select';
import { formatDateTime, formatDuration } from '@/lib/dates';
import { leadHistoryQuery, type LeadHistoryView } from '../api/leads';
import { Inbox, SearchX } from '../icons';
import { parseCursor } from '../lib/cursor';
import { formatName, isKeyOf, keysOf, leadStateLabels, type SortOrder, sortOrderLabels } from '../lib/labels';
import { summarizeCursorPage } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { EndOfList } from './end-of-list';
import { LeadLink } from './lead-link';
import { LeadStateBadge } from './lead-state-badge';
import { OneUser } from './one-user';
import { ListToolbar } from './list-toolbar';

const formatInterval = (from: string, to: string | null): string =>
  to === null ? '-' : formatDuration(Date.parse(to) - Date.parse(from));

const columns: readonly Column<AdminLead, SortOrder>[] = [
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
  { id: 'status', header: 'Status', role: 'badge', cell: (lead) => <LeadStateBadge lead={lead} /> },
  {
    id: 'agent',
    header: 'Agent',
    className: 'min-w-24 wrap-anywhere',
    cell: ({ buyer, soldAt }) =>
      soldAt === null ? '-' : buyer === null ? 'Unknown agent' : formatName(buyer),
  },
  { id: 'offers', header: 'Offers', align: 'end', cell: ({ offersMade }) => offersMade },
  {
    id: 'delivered',
    header: 'Delivered in',
    noWrap: true,
    align: 'end',
    cell: ({ receivedAt, deliveredAt }) => formatInterval(receivedAt, deliveredAt),
  },
];

const ANY = 'any';
const statusOptions = [
  { value: ANY, label: 'All' },
  ...keysOf(leadStateLabels).map((value) => ({ value, label: leadStateLabels[value] })),
] as const satisfies readonly { value: LeadState | typeof ANY; label: string }[];

function parseView({ get }: ListUrlState): LeadHistoryView {
  const status = get('status');
  const order = get('order');
  return {
    status: isKeyOf(leadStateLabels, status) ? status : null,
    search: truncate(get('search') ?? '', SEARCH_MAX, ''),
    user: get('user'),
    order: isKeyOf(sortOrderLabels, order) ? order : 'newest',
    after: parseCursor(get('after')),
  };
}

export function LeadsSection({ listState }: { listState: ListUrlState }) {
  const view = parseView(listState);
  const { user = null } = view;
  const query = useQuery(leadHistoryQuery(view));
  const pages = listState.getPages('after', query);
  return (
    <>
      <ListToolbar
        {...(user === null
          ? {
              search: {
                label: 'Search leads',
                hint: 'Name, email, phone or state',
                value: view.search,
                onSearch: (search: string) => listState.update({ search, after: null }, { replace: true }),
              },
            }
          : {})}
        filters={
          <>
            <Select
              label="Status"
              className="w-36"
              value={view.status ?? ANY}
              options={statusOptions}
              onChange={(status) => listState.update({ status: status === ANY ? null : status, after: null })}
            />
            {user === null ? null : (
              <OneUser
                what="leads"
                userId={user}
                onShowAll={() => listState.update({ user: null, after: null })}
              />
            )}
          </>
        }
      />
      <AdminList
        query={query}
        pageKey={view.after ?? ''}
        loading="Loading leads..."
        failure="The leads could not be loaded."
        isEmpty={({ leads }) => leads.length === 0}
        summary={({ leads }) => summarizeCursorPage(leads.length, pages, 'lead')}
        empty={
          !pages.isFirst ? (
            <EndOfList of="leads" />
          ) : view.search !== '' || view.status !== null || user !== null ? (
            <EmptyState icon={SearchX} title="No leads match these filters" />
          ) : (
            <EmptyState
              icon={Inbox}
              title="No leads yet"
              description="Every lead that a funnel posts will appear here."
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
              labels: sortOrderLabels,
              onChange: (order) =>
                listState.update({ order: order === 'newest' ? null : order, after: null }),
            }}
          />
        )}
      </AdminList>
    </>
  );
}
