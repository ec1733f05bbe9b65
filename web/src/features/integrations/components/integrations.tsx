import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorState } from '@/components/ui/error-state';
import { Hash, MessageSquare, Plug } from '@/components/ui/icons';
import { Notice } from '@/components/ui/notice';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { useUser } from '@/lib/current-user';
import { channelsQuery } from '../api/channels';
import { integrationRequestsQuery } from '../api/integration-requests';
import { findRequest } from '../lib/request-status';
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

export function Integrations() {
  const { data, error, isFetching, refetch } = useQuery(integrationRequestsQuery);
  const channels = useQuery(channelsQuery);
  const user = useUser();
  if (data === undefined || channels.isPending)
    return error === null ? (
      <Loading label="Loading integrations...">
        <div className="grid gap-4">
          {integrations.map(({ type }) => (
            <Skeleton key={type} className="h-[102px]" />
          ))}
        </div>
      </Loading>
    ) : (
      <ErrorState
        title="Your integrations could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className="grid gap-4">
      {user?.emailConfirmation === undefined ? null : (
        <Notice tone="money" title="Confirm your email address first">
          You can set up other ways to get your leads as soon as your address is confirmed. We sent you a
          link; your{' '}
          <Link to="/dashboard" className="link">
            dashboard
          </Link>{' '}
          sends you another one.
        </Notice>
      )}
      {channels.data === undefined ? (
        <ErrorState
          title="Your channels could not be loaded."
          error={channels.error}
          isRetrying={channels.isFetching}
          onRetry={() => void channels.refetch()}
        />
      ) : null}
      {integrations.map((integration) => (
        <IntegrationCard
          key={integration.type}
          {...integration}
          request={findRequest(integration.type, data)}
          channels={channels.data}
        />
      ))}
    </div>
  );
}
