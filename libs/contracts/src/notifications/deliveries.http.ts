import { array, string, type InferType } from 'yup';
import { buyerName, timeAndId } from '../admin/admin.fields.js';
import { boundedText } from '../bounded-text.js';
import { count, instant, oneOf, strictObject } from '../primitives.js';
import { channelKinds } from './channels.values.js';
import { deliveryAttemptSchema, deliverySchema } from './deliveries.schemas.js';
import { deliveryStates, RESEND_BATCH_SIZE } from './deliveries.values.js';

const channel = () => oneOf(channelKinds, 'Channel').optional();
const id = (label: string) =>
  boundedText({
    max: 36,
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    message: `${label} must be an id`,
  });
const filters = {
  channel: channel(),
  status: oneOf(deliveryStates, 'Status').optional(),
  after: timeAndId('After'),
};
const leadName = () => strictObject({ fullName: string().required() }).nullable();

export const deliveriesQuery = strictObject(filters);
export const adminDeliveriesQuery = strictObject({ ...filters, agent: id('Agent').optional() });

/** A delivery of the agent's own with the name of its lead; null if it is not known at the moment. */
export const agentDelivery = deliverySchema.omit(['buyerId']).shape({ lead: leadName() }).noUnknown();
export type AgentDelivery = InferType<typeof agentDelivery>;

/** `next` is the `after` of the next page; null on the last one. */
export const deliveriesAnswer = strictObject({
  deliveries: array(agentDelivery).required(),
  next: string().nullable().defined(),
});
export type AgentDeliveries = InferType<typeof deliveriesAnswer>;

/** A delivery with the names of its buyer and lead; null if they no longer exist. */
export const adminDelivery = deliverySchema.shape({ buyer: buyerName(), lead: leadName() }).noUnknown();
export type AdminDelivery = InferType<typeof adminDelivery>;

export const adminDeliveriesAnswer = strictObject({
  deliveries: array(adminDelivery).required(),
  next: string().nullable().defined(),
});
export type AdminDeliveries = InferType<typeof adminDeliveriesAnswer>;

export const deliveryAttemptsAnswer = strictObject({ attempts: array(deliveryAttemptSchema).required() });

/** Either `deliveryIds`, or those that match the other fields. */
export const resendDeliveriesBody = strictObject({
  deliveryIds: array(id('Delivery').required())
    .max(RESEND_BATCH_SIZE, `Send at most ${RESEND_BATCH_SIZE} at a time`)
    .optional(),
  channel: channel(),
  agent: id('Agent').optional(),
  /** When the first of these requests was made. */
  failedBefore: instant(),
  after: timeAndId('After'),
});
export const resendDeliveriesAnswer = strictObject({
  resent: count(),
  skipped: count(),
  next: string().nullable().defined(),
});
export type ResentDeliveries = InferType<typeof resendDeliveriesAnswer>;
