import type { ChannelKind } from '../notifications/notifications.values.js';

/** What people call each delivery channel. */
export const channelNames: Readonly<Record<ChannelKind, string>> = {
  email: 'Email',
  sms: 'Text message',
  slack: 'Slack',
  webhook: 'Webhook',
};
