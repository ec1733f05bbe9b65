import type { Connection } from '@desk/contracts/leads/connections.schemas';
import {
  type ConnectedTool,
  connectedToolFacts,
  connectedTools,
} from '@desk/contracts/leads/connections.values';
import type { Funnel } from '@desk/contracts/leads/funnels.schemas';
import { useQuery } from '@tanstack/react-query';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { Facts } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { getErrorMessage } from '@/lib/api-client';
import { useUser } from '@/lib/current-user';
import { formatDateTime } from '@/lib/dates';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';
import { rowButton, UserLink } from '../columns';
import { SaveConnection } from './save-connection';

interface ToolTexts {
  readonly needs: string;
  /** What happens when the connection is removed. */
  readonly removal: string;
}

const toolTexts: Readonly<Record<ConnectedTool, ToolTexts>> = {
  meta: {
    needs:
      "Needs the app secret, the Page's ID and a Page access token. Meta posts IDs alone, and each lead is fetched with the token.",
    removal:
      "The app secret and the token are deleted. Meta's posts are no longer checked, and no lead is fetched: what is posted is held for a limited time, until you connect Meta again and replay it.",
  },
  linkedin: {
    needs:
      "Needs the app's client secret. LinkedIn posts IDs alone: they are held, because the leads can't be fetched yet.",
    removal:
      "The client secret is deleted. LinkedIn's posts are no longer checked: they are held, whoever sent them to the private address. LinkedIn can't verify the address any more.",
  },
  'google-ads': {
    needs: 'Needs the key that you entered in the lead form.',
    removal:
      "The key is deleted. Google's posts are no longer checked: they are accepted from whoever has the private address.",
  },
  typeform: {
    needs: 'Needs the secret of the webhook.',
    removal:
      "The webhook secret is deleted. Typeform's posts are no longer checked: they are accepted from whoever has the private address.",
  },
};

/** How often to check whether Meta accepts a newly saved token. */
const CHECK_INTERVAL_MS = 3_000;

/** Whether it is still unknown if Meta accepts the saved token. */
const isUnchecked = ({ savedAt, page, error }: Connection): boolean =>
  page !== null && error === null && (page.formsReadAt === null || page.formsReadAt < savedAt);

/** Polls only while the funnel is not paused: the forms of a paused funnel are not read. */
const useConnections = ({ id, mode }: Funnel) =>
  useQuery({
    ...routeQuery('getConnections', { params: { funnelId: id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      mode !== 'paused' && state.data?.connections.some(isUnchecked) ? CHECK_INTERVAL_MS : false,
  });

export function FunnelConnections({ funnel }: { funnel: Funnel }) {
  const query = useConnections(funnel);
  return (
    <Card
      title="Connections"
      description="Some tools sign their posts, or send a secret. Once you connect one, its posts without it are refused. Tools post to a private address, which you add under Keys."
    >
      <QueryView query={query} what="the connections" skeleton={<Skeleton className="h-48" />}>
        {({ connections }) => (
          <>
            {connections.length === 0 ? (
              <p className="mb-4 text-muted">
                No tool is connected yet, so posts of these tools are not checked.
              </p>
            ) : null}
            <ul data-focus="rows" className="divide-y divide-line">
              {connectedTools.map((tool) => (
                <ToolRow
                  key={tool}
                  funnel={funnel}
                  tool={tool}
                  connection={connections.find((connection) => connection.tool === tool)}
                />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Card>
  );
}

interface ToolRowProps {
  funnel: Funnel;
  tool: ConnectedTool;
  connection: Connection | undefined;
}

const ToolRow = ({ funnel, tool, connection }: ToolRowProps) => (
  <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{connectedToolFacts[tool].name}</h3>
        {connection === undefined ? null : <ConnectionBadge connection={connection} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <SaveConnection funnelId={funnel.id} tool={tool} connection={connection} />
        {connection === undefined ? null : <RemoveConnection funnelId={funnel.id} tool={tool} />}
      </div>
    </div>
    {connection === undefined ? (
      <p className="text-sm text-muted">{toolTexts[tool].needs}</p>
    ) : (
      <ConnectionState connection={connection} mode={funnel.mode} />
    )}
  </li>
);

function ConnectionBadge({ connection: { page, error } }: { connection: Connection }) {
  if (page?.tokenRefusedAt) return <Badge tone="danger">Token refused</Badge>;
  return error === null ? <Badge tone="brand">Connected</Badge> : <Badge tone="money">Failing</Badge>;
}

interface ConnectionStateProps {
  connection: Connection;
  mode: Funnel['mode'];
}

function ConnectionState({ connection: { savedAt, savedBy, page, error }, mode }: ConnectionStateProps) {
  const ownId = useUser()?.id;
  const saver = savedBy === ownId ? 'you' : <UserLink id={savedBy} name="another admin" />;
  return (
    <>
      {page?.tokenRefusedAt ? (
        <Notice
          tone="danger"
          title={`Meta has refused the token since ${formatDateTime(page.tokenRefusedAt)}`}
        >
          Save another Page access token. Until then, leads wait. None is lost, but one that waits too long
          expires instead of being sold.
        </Notice>
      ) : null}
      <Facts
        facts={[
          [
            'Saved',
            <span key="saved">
              {formatDateTime(savedAt)} by {saver}
            </span>,
          ],
          page === null ? null : ['Page', page.name === null ? page.id : `${page.name} (${page.id})`],
          page === null ? null : ['Forms last read', describeReading(page, mode)],
          error === null ? null : ['Last error', `${formatDateTime(error.at)}: ${error.message}`],
        ]}
      />
    </>
  );
}

/** Describes when the Page's forms were read. Without a name, the time is that of an earlier Page. */
function describeReading(
  { name, formsReadAt }: NonNullable<Connection['page']>,
  mode: Funnel['mode'],
): string {
  if (name !== null && formsReadAt !== null) return formatDateTime(formsReadAt);
  return mode === 'paused' ? 'Not yet, because the funnel is paused' : 'Not yet';
}

function RemoveConnection({ funnelId, tool }: { funnelId: string; tool: ConnectedTool }) {
  const { name } = connectedToolFacts[tool];
  const remove = useRouteMutation('removeConnection', {
    params: { funnelId },
    body: { tool },
    onSuccess: useRefresh('getConnections'),
    success: { title: 'Connection removed', description: `Posts of ${name} are no longer checked.` },
  });
  return (
    <ConfirmAction
      label="Remove"
      button={{ variant: 'quiet', className: rowButton, 'aria-label': `Remove ${name}` }}
      title={`Remove the connection with ${name}?`}
      description={toolTexts[tool].removal}
      failure={
        remove.error && getErrorMessage(remove.error, 'Failed to remove the connection. Please try again.')
      }
      pendingLabel="Removing..."
      isDestructive
      onOpen={remove.reset}
      onConfirm={(close) => remove.mutateAsync(undefined, { onSuccess: close })}
    />
  );
}
