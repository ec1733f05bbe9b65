import type { IntegrationType } from '@desk/contracts/accounts/accounts.values';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import type { OptionalChannelKind } from '@desk/contracts/notifications/channels.values';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { PendingButton } from '@/components/ui/button';
import { UNREACHABLE } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { SmsSetUp } from './sms/sms-set-up';
import { RotateSecret, WebhookSetUp } from './webhook/webhook-set-up';

/** Leads to Slack's page, on which the agent allows our app and chooses a channel. */
function SlackSetUp({ channel }: { channel: AgentChannel | undefined }) {
  const { data } = useQuery(routeQuery('getSlackSetUp'));
  const start = useRouteMutation('startSlackSetUp', {
    onSuccess: ({ url }) => window.location.assign(url),
    failure: UNREACHABLE,
  });
  // Our team connects the workspace, after a request.
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

/** What a card offers so that agents can set up its channel themselves. */
export interface ChannelKindParts {
  readonly kind: OptionalChannelKind;
  /** A button, and the dialog it opens. Stays in place when the channel appears, so it may show what came of it. */
  readonly SetUp: ComponentType<{ channel: AgentChannel | undefined }>;
  /** Explains what there is to know beyond the dialog. */
  readonly guide?: { readonly label: string; readonly href: string };
  /** Buttons beside those that every channel has. */
  readonly Actions?: ComponentType<{ channel: AgentChannel }>;
}

/** To let agents set up another kind, add it here. */
export const channelKinds: Readonly<Partial<Record<IntegrationType, ChannelKindParts>>> = {
  sms: { kind: 'sms', SetUp: SmsSetUp },
  slack: { kind: 'slack', SetUp: SlackSetUp },
  other: {
    kind: 'webhook',
    SetUp: WebhookSetUp,
    Actions: RotateSecret,
    guide: { label: 'How webhooks work', href: '/guides/webhooks' },
  },
};
