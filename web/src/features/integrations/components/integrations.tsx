import type { IntegrationRequest } from '@desk/contracts/accounts/accounts.schemas';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { QueryError, QueryView } from '@/components/page/query-view';
import { Hash, MessageSquare, Plug } from '@/components/ui/icons';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { useUser } from '@/lib/current-user';
import { channelsQuery } from '../api/channels';
import { integrationRequestsQuery } from '../api/integration-requests';
import { findRequest } from '../lib/request-status';
import { channelKinds } from './channel-kinds';
import { type Integration, IntegrationCard } from './integration-card';

const integrations: readonly Integration[] = [
  { type: 'sms', title: 'SMS', description: 'Lead notifications by text message.', icon: MessageSquare },
  { type: 'slack', title: 'Slack', description: 'Leads delivered to your Slack workspace.', icon: Hash },
  {
    type: 'other',
    title: 'Other',
    description: 'A custom integration method, such as your CRM or a webhook.',
    icon: Plug,
  },
];

const ConfirmEmailFirst = () => (
  <Notice tone="money" title="Confirm your email address first">
    You can set up other ways to get your leads as soon as your address is confirmed. We sent you a link; your{' '}
    <Link to="/dashboard" className="link">
      dashboard
    </Link>{' '}
    sends you another one.
  </Notice>
);

const CardSkeletons = () => (
  <div className="grid gap-4">
    {integrations.map(({ type }) => (
      <Skeleton key={type} className="h-[102px]" />
    ))}
  </div>
);

const POLL_MS = 2_000;

/** Whether a request is about to become active: its channel has just been set up. */
const isBeingCompleted = (requests: readonly IntegrationRequest[], channels: readonly AgentChannel[]) =>
  integrations.some(
    ({ type }) =>
      findRequest(type, requests)?.status === 'pending' &&
      channels.some(({ kind, state }) => kind === channelKinds[type]?.kind && state === 'active'),
  );

export function Integrations() {
  const channels = useQuery(channelsQuery);
  const requests = useQuery({
    ...integrationRequestsQuery,
    refetchInterval: ({ state }) =>
      isBeingCompleted(state.data ?? [], channels.data ?? []) ? POLL_MS : false,
  });
  const user = useUser();
  const data = channels.isPending ? undefined : requests.data;
  return (
    <QueryView query={{ ...requests, data }} what="your integrations" skeleton={<CardSkeletons />}>
      {(sent) => (
        <div className="grid gap-4">
          {user?.emailConfirmation === undefined ? null : <ConfirmEmailFirst />}
          {channels.data === undefined ? <QueryError query={channels} what="your channels" /> : null}
          {integrations.map((integration) => (
            <IntegrationCard
              key={integration.type}
              {...integration}
              request={findRequest(integration.type, sent)}
              channels={channels.data}
            />
          ))}
        </div>
      )}
    </QueryView>
  );
}
