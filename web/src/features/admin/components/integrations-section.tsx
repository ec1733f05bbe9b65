import type { AdminIntegrationRequest } from '@desk/contracts/accounts/accounts.http';
import type { IntegrationState } from '@desk/contracts/accounts/accounts.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { useQuery } from '@tanstack/react-query';
import { Badge, type Tone } from '@/components/ui/badge';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { Plug } from '@/components/ui/icons';
import { Select } from '@/components/ui/select';
import { formatDateTime } from '@/lib/dates';
import { mailto } from '@/lib/mailto';
import { integrationsQuery } from '../api/integrations';
import { parseCursor } from '../lib/cursor';
import { integrationNames, integrationStateLabels, isKeyOf, keysOf } from '../lib/labels';
import { summarizeCursorPage } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { EndOfList } from './end-of-list';
import { ListToolbar } from './list-toolbar';
import { RequestActions } from './request-actions';

const tones: Record<IntegrationState, Tone> = { pending: 'money', completed: 'brand', declined: 'neutral' };

const requestColumns: readonly Column<AdminIntegrationRequest>[] = [
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
        href={mailto(user.email)}
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
  {
    id: 'type',
    header: 'Type',
    className: 'wrap-anywhere',
    cell: ({ integrationType, details }) => (
      <>
        {integrationNames[integrationType]}
        {details ? <p className="text-sm text-muted">{details}</p> : null}
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    role: 'badge',
    cell: ({ status }) => <Badge tone={tones[status]}>{integrationStateLabels[status]}</Badge>,
  },
];

const resolvedColumn: Column<AdminIntegrationRequest> = {
  id: 'resolved',
  header: 'Resolved',
  className: 'wrap-anywhere',
  cell: ({ status, updatedAt, declineReason }) =>
    status === 'pending' ? (
      '-'
    ) : (
      <>
        {formatDateTime(updatedAt)}
        {declineReason ? <p className="text-sm text-muted">{declineReason}</p> : null}
      </>
    ),
};

const actionsColumn: Column<AdminIntegrationRequest> = {
  id: 'resolve',
  header: 'Set up or decline',
  role: 'action',
  cell: (request) => (request.status === 'pending' ? <RequestActions request={request} /> : null),
};

/** Leaves out the column that would be empty in every row. */
const columnsFor = (status: IntegrationState | null): readonly Column<AdminIntegrationRequest>[] => {
  if (status === null) return [...requestColumns, resolvedColumn, actionsColumn];
  return [...requestColumns, status === 'pending' ? actionsColumn : resolvedColumn];
};

const ALL = 'all';
const statusOptions = [
  ...keysOf(integrationStateLabels).map((value) => ({ value, label: integrationStateLabels[value] })),
  { value: ALL, label: 'All' },
] as const satisfies readonly { value: IntegrationState | typeof ALL; label: string }[];

/** Defaults to pending requests: those are the ones to act on. */
const parseStatus = (value: string | null): IntegrationState | null =>
  value === ALL ? null : isKeyOf(integrationStateLabels, value) ? value : 'pending';

const emptyTitles: Record<IntegrationState, string> = {
  pending: 'No pending requests',
  completed: 'No active integrations yet',
  declined: 'No declined requests yet',
};

export function IntegrationsSection({ listState }: { listState: ListUrlState }) {
  const status = parseStatus(listState.get('status'));
  const after = parseCursor(listState.get('after'));
  const query = useQuery(integrationsQuery({ status, after }));
  const pages = listState.getPages('after', query);
  return (
    <>
      <ListToolbar
        filters={
          <Select
            label="Status"
            className="w-40"
            value={status ?? ALL}
            options={statusOptions}
            onChange={(chosen) =>
              listState.update({ status: chosen === 'pending' ? null : chosen, after: null })
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
        summary={({ requests }) => summarizeCursorPage(requests.length, pages, 'request')}
        empty={
          pages.isFirst ? (
            <EmptyState
              icon={Plug}
              title={status === null ? 'No requests yet' : emptyTitles[status]}
              description="Agents request SMS, Slack and other integrations on their Integrations page."
            />
          ) : (
            <EndOfList of="requests" />
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
