import { callerSchema } from '../accounts/accounts.commands.js';
import { notOwned, ownership } from '../accounts/recovery.schemas.js';
import { defineCommand } from '../define-message.js';
import { strictObject, uuid } from '../primitives.js';
import { newWebhookSchema, rotatedSecretAnswer, webhookSetUpAnswer } from './webhooks.schemas.js';

/** Sends the agent's leads to this address, signed with a new secret. Replaces an earlier webhook. */
export const setUpWebhook = defineCommand('notifier', 'channels.set-up-webhook', {
  needsRecentProof: () => true,
  request: newWebhookSchema
    .shape({ userId: uuid(), ownership: ownership(), caller: callerSchema })
    .noUnknown(),
  response: webhookSetUpAnswer,
  errors: [...notOwned, 'INVALID_REQUEST'],
});

/** Makes a new secret. Messages are signed with the previous one too for a day. */
export const rotateWebhookSecret = defineCommand('notifier', 'channels.rotate-webhook-secret', {
  needsRecentProof: () => true,
  request: strictObject({ userId: uuid(), channelId: uuid(), caller: callerSchema }),
  response: rotatedSecretAnswer,
  errors: ['CHANNEL_NOT_FOUND'],
});
