import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { count, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { channelKinds } from './channels.values.js';
import { deliveryAttemptSchema, deliverySchema } from './deliveries.schemas.js';
import { deliveryStates, RESEND_BATCH_SIZE } from './deliveries.values.js';

const channel = () => oneOf(channelKinds).nullable().defined();
const logCursor = () => strictObject({ queuedAt: instant(), id: uuid() }).nullable();

/** Lists the deliveries of a lead, oldest first. `buyerId` limits them to one buyer. */
export const listDeliveriesOfLead = defineCommand('notifier', 'deliveries.list-of-lead', {
  request: strictObject({ leadId: uuid(), buyerId: uuid().nullable() }),
  response: strictObject({ deliveries: array(deliverySchema).required() }),
});

/** Lists deliveries, newest first. A null field filters nothing; `buyerId` limits them to one buyer. */
export const listDeliveries = defineCommand('notifier', 'deliveries.list-log', {
  request: strictObject({
    buyerId: uuid().nullable(),
    channel: channel(),
    status: oneOf(deliveryStates).nullable().defined(),
    after: logCursor(),
    limit: number().integer().min(1).max(200).required(),
  }),
  response: strictObject({ deliveries: array(deliverySchema).required(), next: logCursor() }),
});

/** Lists the attempts of a delivery, oldest first. `buyerId` limits it to one buyer's. */
export const listDeliveryAttempts = defineCommand('notifier', 'deliveries.list-attempts', {
  request: strictObject({ deliveryId: uuid(), buyerId: uuid().nullable() }),
  response: strictObject({ attempts: array(deliveryAttemptSchema).required() }),
  errors: ['DELIVERY_NOT_FOUND'],
});

const notResent = [
  'DELIVERY_NOT_FOUND',
  'DELIVERY_NOT_FAILED',
  'DELIVERY_CONTENT_REMOVED',
  'LEAD_REFUNDED',
] as const;

/** Queues a failed delivery again with new retries, to the channel's current address. */
export const resendDelivery = defineCommand('notifier', 'deliveries.resend', {
  request: strictObject({ deliveryId: uuid(), actorId: uuid(), caller: callerSchema }),
  response: deliverySchema,
  errors: notResent,
});

/** Queues a buyer's own failed delivery again. */
export const resendOwnDelivery = defineCommand('notifier', 'deliveries.resend-own', {
  request: strictObject({ deliveryId: uuid(), buyerId: uuid(), caller: callerSchema }),
  response: deliverySchema,
  errors: notResent,
});

const failedCursor = () => strictObject({ failedAt: instant(), id: uuid() }).nullable();

/**
 * Queues the next failed deliveries again that match, or of `deliveryIds` those that can be. Those that failed after
 * `failedBefore` are left out, so a repetition sends none a second time.
 */
export const resendDeliveries = defineCommand('notifier', 'deliveries.resend-many', {
  request: strictObject({
    deliveryIds: array(uuid()).max(RESEND_BATCH_SIZE).nullable().defined(),
    buyerId: uuid().nullable(),
    channel: channel(),
    failedBefore: instant(),
    after: failedCursor(),
    actorId: uuid(),
    caller: callerSchema,
  }),
  response: strictObject({
    resent: count(),
    /** Refunded, no longer stored, or not failed any more. */
    skipped: count(),
    /** Null when nothing is left. */
    next: failedCursor(),
  }),
  timeoutMs: 20_000,
});
