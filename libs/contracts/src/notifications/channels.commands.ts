import { array } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { notOwned, ownership, recoverySchema } from '../accounts/recovery.schemas.js';
import { defineCommand } from '../define-message.js';
import { nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { channelSchema, channelTestSchema } from './channels.schemas.js';
import { channelChanges } from './channels.values.js';
import { newWebhookSchema, rotatedSecretAnswer, webhookSetUpAnswer } from './webhooks.schemas.js';

/** Lists the agent's optional channels. */
export const listChannels = defineCommand('notifier', 'channels.list', {
  request: strictObject({ userId: uuid() }),
  response: strictObject({ channels: array(channelSchema).required() }),
});

/** Returns the channel as it is now; null once it is removed. */
export const changeChannel = defineCommand('notifier', 'channels.change', {
  needsRecentProof: ({ change }) => change === 'resume' || change === 'keep',
  request: strictObject({
    userId: uuid(),
    channelId: uuid(),
    change: oneOf(channelChanges).required(),
    ownership: ownership(),
    caller: callerSchema,
  }),
  response: strictObject({ channel: channelSchema.nullable().defined() }),
  errors: [...notOwned, 'CHANNEL_NOT_FOUND', 'CHANNEL_NEEDS_SET_UP', 'CHANNEL_NEEDS_REVIEW'],
});

/**
 * Applies a recovery at once, so that accounts can respond when the channels are safe. The event `accountRecovered`
 * does the same, in case this command fails.
 */
export const applyRecovery = defineCommand('notifier', 'channels.apply-recovery', {
  senders: ['accounts'],
  request: recoverySchema,
  response: nothing(),
  timeoutMs: 3_000,
});

/** Sends a sample lead over the channel, once, and reports the result. Nothing is stored. */
export const testChannel = defineCommand('notifier', 'channels.test', {
  request: strictObject({ userId: uuid(), channelId: uuid() }),
  response: channelTestSchema,
  errors: ['CHANNEL_NOT_FOUND', 'CHANNEL_NEEDS_SET_UP'],
  timeoutMs: 20_000,
});

/** Sends the agent's leads to this address, signed with a new secret. Replaces an earlier webhook. */
export const setUpWebhook = defineCommand('notifier', 'channels.set-up-webhook', {
  needsRecentProof: () => true,
  request: newWebhookSchema
    .shape({ userId: uuid(), ownership: ownership(), caller: callerSchema })
    .noUnknown(),
  response: webhookSetUpAnswer,
  errors: [...notOwned, 'INVALID_REQUEST'],
});

/** Replaces the secret. For a day, messages are signed with the previous one too. */
export const rotateWebhookSecret = defineCommand('notifier', 'channels.rotate-webhook-secret', {
  needsRecentProof: () => true,
  request: strictObject({ userId: uuid(), channelId: uuid(), caller: callerSchema }),
  response: rotatedSecretAnswer,
  errors: ['CHANNEL_NOT_FOUND'],
});
