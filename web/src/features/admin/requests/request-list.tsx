import type { AdminIntegrationRequest } from '@desk/contracts/accounts/accounts.http';
import type { IntegrationState } from '@desk/contracts/accounts/accounts.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { listPage } from '@/components/list/list-page';
import { choice, cursor } from '@/components/list/list-params';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/ui/data-table-types';
import { Plug } from '@/components/ui/icons';
import { formatDateTime } from '@/lib/dates';
import { mailto } from '@/lib/mailto';
import { agentColumn, AgentLink, rowLink } from '../columns';
import { integrationNames, integrationStateLabels } from '../labels';
import { useListQuery } from '../queries';
import { RequestActions } from './request-actions';
import type { Tone } from '@/lib/tone';

const tones: Record<IntegrationState, Tone> = { pending: 'money', completed: 'brand', declined: 'neutral' };

const resolvedColumn: Column<AdminIntegrationRequest> = {
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
  header: 'Set up or decline',
  role: 'action',
  cell: (request) => (request.status === 'pending' ? <RequestActions request={request} /> : null),
};

const emptyTitles: Record<IntegrationState, string> = {
  pending: 'No pending requests',
  completed: 'No active integrations yet',
  declined: 'No declined requests yet',
};

export const Component = listPage({
  description: 'Agents who want leads by SMS, Slack or another channel.',
  one: 'integration request',
  sorted: 'newest first',
  params: {
    // Pending requests are the ones to act on.
    status: choice('Status', integrationStateLabels, { initial: 'pending', className: 'w-40' }),
    after: cursor,
  },
  useData: (query) => useListQuery('listAllIntegrationRequests', { query }),
  changes: ['requests'],
  rows: ({ requests }): readonly AdminIntegrationRequest[] => requests,
  // Leaves out the column that would be empty in every row.
  columns: ({ status }) => [
    { header: 'Requested', noWrap: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
    { ...agentColumn, header: 'Name', role: 'name', cell: ({ user }) => <AgentLink agent={user} /> },
    {
      header: 'Email',
      className: 'min-w-44 wrap-anywhere',
      cell: ({ user }) => (
        <a href={mailto(user.email)} className={`${rowLink} wrap-anywhere`}>
          {user.email}
        </a>
      ),
    },
    {
      header: 'Phone',
      noWrap: true,
      cell: ({ user }) =>
        user.phone === '' ? (
          '-'
        ) : (
          <a href={`tel:${user.phone.replaceAll(/[^\d+]/g, '')}`} className={rowLink}>
            {formatPhone(user.phone)}
          </a>
        ),
    },
    {
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
      header: 'Status',
      role: 'badge',
      cell: ({ status }) => <Badge tone={tones[status]}>{integrationStateLabels[status]}</Badge>,
    },
    ...(status === 'pending' ? [] : [resolvedColumn]),
    ...(status === 'pending' || status === null ? [actionsColumn] : []),
  ],
  empty: ({ status }) => ({
    icon: Plug,
    title: status === null ? 'No requests yet' : emptyTitles[status],
    description: 'Agents request SMS, Slack and other integrations on their Integrations page.',
  }),
});
