import type { AdminIntegrationRequest } from '@desk/contracts/accounts/accounts.http';
import {
  DECLINE_REASON_MAX,
  type IntegrationState,
  type IntegrationType,
} from '@desk/contracts/accounts/accounts.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { Field } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { listPage } from '@/components/list/list';
import { choice, cursor } from '@/components/list/list-params';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Badge } from '@/components/ui/badge';
import { ConfirmAction } from '@/components/ui/confirm-action';
import type { Column } from '@/components/ui/data-table';
import { Plug } from '@/components/ui/icons';
import { getErrorMessage } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { mailto } from '@/lib/mailto';
import { formatNameOrEmail } from '@/lib/person-name';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { agentColumn, AgentLink, rowButton, rowLink } from '../columns';
import { useListQuery } from '../queries';
import type { Tone } from '@/lib/tone';

const integrationNames: Record<IntegrationType, string> = {
  sms: 'SMS',
  slack: 'Slack',
  other: 'Other',
};

const integrationStateLabels: Record<IntegrationState, string> = {
  pending: 'Pending',
  completed: 'Active',
  declined: 'Declined',
};

const FAILURE = 'Failed to update the integration request. Please try again.';
const declineSchema = async () =>
  (await import('@desk/contracts/accounts/accounts.schemas')).resolveIntegrationRequestSchema;
const slackSchema = async () =>
  (await import('@desk/contracts/notifications/slack.schemas')).connectSlackSchema;

const useResolveIntegrationRequest = (requestId: string, subject: string) =>
  useRouteMutation('resolveIntegrationRequest', {
    params: { requestId },
    // Also after an error: another admin may have resolved the request.
    onSettled: useBackgroundRefresh('listAllIntegrationRequests'),
    success: (_answer, { status }) => ({
      title: status === 'completed' ? 'Integration active' : 'Request declined',
      description: `${subject} ${status === 'completed' ? 'is active' : 'was declined'}.`,
    }),
  });

interface ResolveProps {
  requestId: string;
  /** Who requested what. */
  subject: string;
}

function ActivateRequest({ requestId, subject }: ResolveProps) {
  const resolveRequest = useResolveIntegrationRequest(requestId, subject);
  return (
    <ConfirmAction
      label="Mark as active"
      button={{ className: rowButton, 'aria-label': `Mark as active: ${subject}` }}
      title="Is this integration set up?"
      description={`${subject}. The agent gets an email that leads arrive there from now on. You can't undo this.`}
      failure={resolveRequest.error && getErrorMessage(resolveRequest.error, FAILURE)}
      pendingLabel="Saving..."
      onOpen={resolveRequest.reset}
      onConfirm={(close) => resolveRequest.mutateAsync({ status: 'completed' }, { onSuccess: close })}
    />
  );
}

const DeclineRequest = ({ requestId, subject }: ResolveProps) => (
  <FormAction
    label="Decline"
    button={{ variant: 'quiet', className: rowButton, 'aria-label': `Decline: ${subject}` }}
    title="Decline this request?"
    description={`${subject}. The integration will not be set up. You can't undo this.`}
    initialValues={{ status: 'declined' as const, reason: '' }}
    schema={declineSchema}
    failure={FAILURE}
    pendingLabel="Declining..."
    mutation={useResolveIntegrationRequest(requestId, subject)}
  >
    <Field
      name="reason"
      label="Reason"
      hint="The agent gets it by email and sees it on the Integrations page."
      maxLength={DECLINE_REASON_MAX}
    />
  </FormAction>
);

/** Connects the Slack channel of the agent who requested it, with the token of an app in the agent's workspace. */
function ConnectSlack({ userId, name }: { userId: string; name: string }) {
  const connect = useRouteMutation('connectSlack', {
    params: { userId },
    success: ({ address }) => ({
      title: 'Slack connected',
      description: `Leads of ${name} now arrive at ${address}.`,
    }),
  });
  return (
    <FormAction
      label="Connect"
      button={{ className: rowButton, 'aria-label': `Connect Slack for ${name}` }}
      title={`Connect Slack for ${name}`}
      description="The workspace needs a Slack app with the scope chat:write, invited to the channel. We post a greeting there now."
      initialValues={{ token: '', slackChannelId: '' }}
      schema={slackSchema}
      pendingLabel="Connecting..."
      mutation={connect}
    >
      <Field
        name="token"
        label="Bot token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        hint="Starts with xoxb-. It is stored encrypted and never shown again."
      />
      <Field
        name="slackChannelId"
        label="Channel ID"
        autoComplete="off"
        spellCheck={false}
        hint="In Slack: the channel's name, then About. Looks like C0123456789."
      />
    </FormAction>
  );
}

/** What an admin can do about a pending request. SMS and Slack become active with their channel. */
function RequestActions({ request: { id, integrationType, user } }: { request: AdminIntegrationRequest }) {
  const name = formatNameOrEmail(user);
  const subject = `The ${integrationNames[integrationType]} request from ${name}`;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {integrationType === 'slack' ? <ConnectSlack userId={user.id} name={name} /> : null}
      {integrationType === 'other' ? <ActivateRequest requestId={id} subject={subject} /> : null}
      <DeclineRequest requestId={id} subject={subject} />
    </div>
  );
}

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
  rows: ({ requests }) => requests,
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
