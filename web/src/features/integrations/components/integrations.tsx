import type { IntegrationRequest } from '@desk/contracts/accounts/accounts.schemas';
import type { IntegrationType } from '@desk/contracts/accounts/accounts.values';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import type { OptionalChannelKind } from '@desk/contracts/notifications/channels.values';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useId } from 'react';
import { Link } from 'react-router';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { QueryError, QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { Check, Hash, MessageSquare, Plug } from '@/components/ui/icons';
import { MutationButton } from '@/components/ui/mutation-button';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { getWaitMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { useUser } from '@/lib/current-user';
import { formatDate } from '@/lib/dates';
import { routeQuery } from '@/lib/route-query';
import type { Tone } from '@/lib/tone';
import { useRefresh } from '@/lib/use-refresh';
import { describeStatus, findRequest } from '../lib/request-status';
import { ChannelPanel } from './channel-panel';
import { SmsSetUp } from './sms/sms-set-up';
import { RotateSecret, WebhookSetUp } from './webhook/webhook-set-up';

/** Opens Slack's page, where the agent allows our app and chooses a channel. */
function SlackSetUp({ channel }: { channel: AgentChannel | undefined }) {
  const { data } = useQuery(routeQuery('getSlackSetUp'));
  const start = useRouteMutation('startSlackSetUp', {
    onSuccess: ({ url }) => window.location.assign(url),
    failure: UNREACHABLE,
  });
  // The agent can only request it then: our team connects the workspace.
  if (data?.isAvailable !== true) return null;
  return (
    <PendingButton
      variant={channel === undefined ? 'primary' : 'secondary'}
      className="w-full @md:w-auto"
      // The browser is about to leave the page.
      isPending={start.isPending || start.isSuccess}
      pendingLabel="Opening Slack..."
      onClick={() => start.mutate()}
    >
      {channel === undefined ? 'Add to Slack' : 'Change Slack channel'}
    </PendingButton>
  );
}

/** The parts of a card with which agents set up its channel themselves. */
interface ChannelKindParts {
  readonly kind: OptionalChannelKind;
  /** A button, and the dialog it opens. Stays mounted when the channel appears, so it can show the result. */
  readonly SetUp: ComponentType<{ channel: AgentChannel | undefined }>;
  /** Link to a guide with details that the dialog leaves out. */
  readonly guide?: { readonly label: string; readonly href: string };
  /** Buttons in addition to those that every channel has. */
  readonly Actions?: ComponentType<{ channel: AgentChannel }>;
}

/** To let agents set up another kind, add it here. */
const channelKinds: Readonly<Partial<Record<IntegrationType, ChannelKindParts>>> = {
  sms: { kind: 'sms', SetUp: SmsSetUp },
  slack: { kind: 'slack', SetUp: SlackSetUp },
  other: {
    kind: 'webhook',
    SetUp: WebhookSetUp,
    Actions: RotateSecret,
    guide: { label: 'How webhooks work', href: '/guides/webhooks' },
  },
};

interface Integration {
  type: IntegrationType;
  title: string;
  description: string;
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
}

const tones: Record<IntegrationRequest['status'], Tone> = {
  pending: 'money',
  completed: 'brand',
  declined: 'neutral',
};

function RequestStatus({ request }: { request: IntegrationRequest }) {
  const { label, at } = describeStatus(request);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 w-full @2xl:w-76">
      <div className="grid gap-1">
        <p className="flex items-center gap-2 font-semibold">
          <Check aria-hidden className="size-[18px] text-brand" />
          Request received
        </p>
        <Badge tone={tones[request.status]}>
          {label} {formatDate(at)}
        </Badge>
        {request.details ? (
          <p className="text-sm text-muted wrap-anywhere">You asked for: {request.details}</p>
        ) : null}
        {request.declineReason ? (
          <p className="text-sm wrap-anywhere">Reason: {request.declineReason}</p>
        ) : null}
      </div>
      <Link to="/contact" className="link inline-flex min-h-11 items-center font-semibold">
        Contact us
      </Link>
    </div>
  );
}

function RequestButton({ type, describedBy }: { type: IntegrationType; describedBy: string }) {
  const createRequest = useRouteMutation('requestIntegration', {
    body: { integrationType: type },
    // Also after an error: it may have been requested in another window.
    onSettled: useRefresh('listIntegrationRequests'),
    success: {
      title: 'Request submitted',
      description: `Your ${type.toUpperCase()} integration request has been sent. We'll contact you shortly.`,
    },
    failure: (error) =>
      // Already requested in another window.
      hasCode(error, 'INTEGRATION_ALREADY_REQUESTED')
        ? { title: 'Request received' }
        : getWaitMessage(error, 'Failed to submit integration request. Please try again.'),
  });
  return (
    <MutationButton
      variant="secondary"
      aria-describedby={describedBy}
      className="w-full @md:w-auto"
      mutation={createRequest}
      pendingLabel="Requesting..."
    >
      Request Integration
    </MutationButton>
  );
}

interface IntegrationCardProps extends Integration {
  request: IntegrationRequest | undefined;
  /** Every channel the agent set up; undefined if they could not be loaded. */
  channels: readonly AgentChannel[] | undefined;
}

function IntegrationCard({ type, title, description, icon: Icon, request, channels }: IntegrationCardProps) {
  const id = useId();
  const parts = channelKinds[type];
  const channel = channels?.find(({ kind }) => kind === parts?.kind);
  return (
    <section
      tabIndex={-1}
      aria-labelledby={id}
      className="@container rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="flex min-w-0 grow basis-64 gap-4">
          <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
            <Icon aria-hidden className="size-5" />
          </span>
          <div className="min-w-0">
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
            <p className="text-muted">{description}</p>
            {parts?.guide === undefined ? null : (
              <a
                href={parts.guide.href}
                target="_blank"
                rel="noreferrer"
                className="link inline-flex min-h-11 items-center"
              >
                {parts.guide.label}
              </a>
            )}
          </div>
        </div>
        <div className="grid w-full gap-3 @md:w-auto">
          {parts === undefined || channels === undefined ? null : <parts.SetUp channel={channel} />}
          {request === undefined && channel === undefined ? (
            <RequestButton type={type} describedBy={id} />
          ) : null}
          {request === undefined ? null : <RequestStatus request={request} />}
        </div>
      </div>
      {parts === undefined || channel === undefined ? null : (
        <ChannelPanel channel={channel}>
          {parts.Actions === undefined ? null : <parts.Actions channel={channel} />}
        </ChannelPanel>
      )}
    </section>
  );
}

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

const POLL_MS = 2_000;

/** Whether a request is about to become active: its channel has just been set up. */
const isBeingCompleted = (requests: readonly IntegrationRequest[], channels: readonly AgentChannel[]) =>
  integrations.some(
    ({ type }) =>
      findRequest(type, requests)?.status === 'pending' &&
      channels.some(({ kind, state }) => kind === channelKinds[type]?.kind && state === 'active'),
  );

export function Integrations() {
  // Always stale: deliveries change a channel's health, and our team the status of requests.
  const channels = useQuery({ ...routeQuery('listChannels'), staleTime: 0 });
  const requests = useQuery({
    ...routeQuery('listIntegrationRequests'),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isBeingCompleted(state.data ?? [], channels.data ?? []) ? POLL_MS : false,
  });
  // Loaded before the cards are shown: the button of the Slack card would move the cards below.
  const slack = useQuery(routeQuery('getSlackSetUp'));
  const user = useUser();
  const data = channels.isPending || slack.isPending ? undefined : requests.data;
  return (
    <QueryView
      query={{ ...requests, data }}
      what="your integrations"
      skeleton={
        <div className="grid gap-4">
          {integrations.map(({ type }) => (
            <Skeleton key={type} className="h-[102px]" />
          ))}
        </div>
      }
    >
      {(sent) => (
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
