import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import { newWebhookSchema, rotatedSecretAnswer, webhookSetUpAnswer } from './webhooks.schemas.js';

export const webhookRoutes = {
  setUpWebhook: defineRoute('POST', '/api/channels/webhook', 'agent', {
    confirmedEmail: true,
    summary: 'Send leads to an address of your own, signed with a new secret that is shown only once',
    body: newWebhookSchema,
    answer: webhookSetUpAnswer,
    effects: ['sends mail'],
    limits: [perUser(20, HOUR_SECONDS)],
  }),
  rotateWebhookSecret: defineRoute('POST', '/api/channels/:channelId/rotate-secret', 'agent', {
    summary: 'Replace the secret that signs webhooks; the previous one stays valid for a day',
    params: { channelId: 'CHANNEL_NOT_FOUND' },
    body: nothing(),
    answer: rotatedSecretAnswer,
    limits: [perUser(10, HOUR_SECONDS)],
  }),
} as const;
