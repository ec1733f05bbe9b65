import type { IntegrationType } from '@desk/contracts/accounts/accounts.values';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import type { OptionalChannelKind } from '@desk/contracts/notifications/channels.values';
import type { ComponentType } from 'react';
import { SlackSetUp } from './slack/slack-set-up';
import { SmsSetUp } from './sms/sms-set-up';
import { RotateSecret, WebhookSetUp } from './webhook/webhook-set-up';

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
