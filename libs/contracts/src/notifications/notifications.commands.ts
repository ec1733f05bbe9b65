import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { instant, strictObject, uuid } from '../primitives.js';
import { deliverySchema } from './notifications.schemas.js';

/** Lists the deliveries of a lead, oldest first. `buyerId` limits them to one buyer. */
export const listDeliveriesOfLead = defineCommand({
  service: 'notifier',
  name: 'deliveries.list-of-lead',
  request: strictObject({ leadId: uuid(), buyerId: uuid().nullable().defined() }),
  response: strictObject({ deliveries: array(deliverySchema).required() }),
});

const cursor = () => strictObject({ failedAt: instant(), id: uuid() });

/** Lists failed deliveries, newest first. */
export const listFailedDeliveries = defineCommand({
  service: 'notifier',
  name: 'deliveries.list-failed',
  request: strictObject({
    after: cursor().nullable().defined(),
    limit: number().integer().min(1).max(200).required(),
  }),
  response: strictObject({
    deliveries: array(deliverySchema).required(),
    next: cursor().nullable().defined(),
  }),
});

/** Queues a failed delivery again with new retries, to the channel's current address. */
export const resendDelivery = defineCommand({
  service: 'notifier',
  name: 'deliveries.resend',
  request: strictObject({ deliveryId: uuid(), actorId: uuid(), caller: callerSchema }),
  response: deliverySchema,
  errors: ['DELIVERY_NOT_FOUND', 'DELIVERY_NOT_FAILED', 'DELIVERY_CONTENT_REMOVED', 'LEAD_REFUNDED'],
});
