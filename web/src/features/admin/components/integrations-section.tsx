import type { AdminIntegrationRequest } from '@desk/contracts/accounts/accounts.http';
import type { IntegrationState } from '@desk/contracts/accounts/accounts.values';
import { useQuery } from '@tanstack/react-query';
import { Badge, type Tone } from '@/components/ui/badge';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { Plug } from '@/components/ui/icons';
import { Select } from '@/components/ui/select';
import { formatPhone } from '@/lib/phone';
import { formatDateTime } from '@/lib/dates';
import { integrationsQuery } from '../api/integrations';
import { readCursor } from '../lib/cursor';
import { integrationNames, integrationStates, isOneOf, keysOf } from '../lib/names';
import { cursorSummary } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { ListHead } from './list-head';
import { NoMore } from './no-more';
import { SettleRequest } from './settle-request';

const tones: Record<IntegrationState, Tone> = { pending: 'money', completed: 'brand', declined: 'neutral' };

const about: readonly Column<AdminIntegrationRequest>[] = [
  {
    id: 'requested',
    header: 'Requested',
    noWrap: true,
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    id: 'name',
    header: 'Name',
    role: 'name',
    className: 'min-w-30 wrap-anywhere',
    cell: ({ user }) => `${user.firstName} ${user.lastName}`.trim() || '-',
  },
  {
    id: 'email',
    header: 'Email',
    className: 'min-w-44 wrap-anywhere',
    cell: ({ user }) => (
      <a
        href={`mailto:${user.email}`}
        className="link inline-flex items-center wrap-anywhere pointer-coarse:min-h-11"
      >
        {user.email}
      </a>
    ),
  },
  {
    id: 'phone',
    header: 'Phone',
    noWrap: true,
    cell: ({ user }) =>
      user.phone === '' ? (
        '-'
      ) : (
        <a
          href={`tel:${user.phone.replaceAll(/[^\d+]/g, '')}`}
          className="link inline-flex items-center pointer-coarse:min-h-11"
        >
          {formatPhone(user.phone)}
        </a>
      ),
  },
  { id: 'type', header: 'Type', cell: ({ integrationType }) => integrationNames[integrationType] },
  {
    id: 'status',
    header: 'Status',
    role: 'badge',
    cell: ({ status }) => <Badge tone={tones[status]}>{integrationStates[status]}</Badge>,
  },
];

const settled: Column<AdminIntegrationRequest> = {
  id: 'settled',
  header: 'Settled',
  noWrap: true,
  cell: ({ status, updatedAt }) => (status === 'pending' ? '-' : formatDateTime(updatedAt)),
};

const actions: Column<AdminIntegrationRequest> = {
  id: 'settle',
  header: 'Complete or decline',
  role: 'action',
  cell: (request) => (request.status === 'pending' ? <SettleRequest request={request} /> : null),
};

/** Only what can be filled. */
const columnsFor = (status: IntegrationState | null): readonly Column<AdminIntegrationRequest>[] => {
  if (status === null) return [...about, settled, actions];
  return [...about, status === 'pending' ? actions : settled];
};

const ALL = 'all';
const statusOptions = [
  ...keysOf(integrationStates).map((value) => ({ value, label: integrationStates[value] })),
  { value: ALL, label: 'All' },
] as const satisfies readonly { value: IntegrationState | typeof ALL; label: string }[];

/** Those that wait are what one comes for. */
const readStatus = (given: string | null): IntegrationState | null =>
  given === ALL ? null : isOneOf(integrationStates, given) ? given : 'pending';

const emptyTitles: Record<IntegrationState, string> = {
  pending: 'No request is waiting',
  completed: 'No request was completed yet',
  declined: 'No request was declined yet',
};

export function IntegrationsSection({ listState }: { listState: ListUrlState }) {
  const status = readStatus(listState.get('status'));
  const after = readCursor(listState.get('after'));
  const query = useQuery(integrationsQuery({ status, after }));
  const pages = listState.pagesAt('after', query);
  return (
    <>
      <ListHead
        filters={
          <Select
            label="Status"
            className="w-40"
            value={status ?? ALL}
            options={statusOptions}
            onChange={(chosen) =>
              listState.change({ status: chosen === 'pending' ? null : chosen, after: null })
            }
          />
        }
      />
      <AdminList
        query={query}
        pageKey={after ?? ''}
        loading="Loading integration requests..."
        failure="The integration requests could not be loaded."
        isEmpty={({ requests }) => requests.length === 0}
        summary={({ requests }) => cursorSummary(requests.length, pages, 'request')}
        empty={
          pages.isFirst ? (
            <EmptyState
              icon={Plug}
              title={status === null ? 'No requests yet' : emptyTitles[status]}
              description="Agents ask for SMS, Slack and other ways of delivery on their Integrations page."
            />
          ) : (
            <NoMore of="requests" />
          )
        }
        pager={<CursorPager label="Integration requests" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Integration requests, newest first"
            columns={columnsFor(status)}
            rows={data?.requests}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={880}
          />
        )}
      </AdminList>
    </>
  );
}
