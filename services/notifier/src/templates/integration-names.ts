import type { IntegrationType } from '@desk/contracts';

/** In the middle of a sentence. */
export const integrationNames: Readonly<Record<IntegrationType, string>> = {
  sms: 'text message',
  slack: 'Slack',
  other: 'custom',
};
