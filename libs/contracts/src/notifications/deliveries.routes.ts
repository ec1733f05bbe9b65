import { array, type InferType, string } from 'yup';
import { timeAndId, userName } from '../admin/admin.fields.js';
import { boundedText } from '../bounded-text.js';
import { defineRoute } from '../define-route.js';
import { UUID } from '../format/ids.js';
import { count, instant, nothing, oneOf, strictObject } from '../primitives.js';
import { HOUR_SECONDS, MINUTE_SECONDS, perUser } from '../request-limits.js';
import { channelKinds } from './channels.values.js';
import { deliveryAttemptSchema, deliverySchema } from './deliveries.schemas.js';
import { deliveryStates, RESEND_BATCH_SIZE } from './deliveries.values.js';

const channel = () => oneOf(channelKinds, 'Channel').optional();
const id = (label: string) =>
  boundedText({
    max: 36,
    pattern: UUID,
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

/** One of the agent's own deliveries with the name of its lead; null if the lead is unknown. */
export const agentDelivery = deliverySchema.omit(['buyerId']).shape({ lead: leadName() }).noUnknown();
export type AgentDelivery = InferType<typeof agentDelivery>;

/** `next` is the `after` of the next page; null on the last one. */
export const deliveriesAnswer = strictObject({
  deliveries: array(agentDelivery).required(),
  next: string().nullable().defined(),
});
export type AgentDeliveries = InferType<typeof deliveriesAnswer>;

/** A delivery with the names of its buyer and lead; null for one that is unknown. */
export const adminDelivery = deliverySchema.shape({ buyer: userName(), lead: leadName() }).noUnknown();
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
  /** When the first request of the series was made. Later failures are left out. */
  failedBefore: instant(),
  after: timeAndId('After'),
});
export const resendDeliveriesAnswer = strictObject({
  resent: count(),
  skipped: count(),
  next: string().nullable().defined(),
});
export type ResentDeliveries = InferType<typeof resendDeliveriesAnswer>;

const ofDelivery = { deliveryId: 'DELIVERY_NOT_FOUND' } as const;

export const deliveryRoutes = {
  listDeliveries: defineRoute('GET', '/api/deliveries', 'agent', {
    summary: "List the deliveries of the agent's own leads, newest first",
    query: deliveriesQuery,
    answer: deliveriesAnswer,
  }),
  listDeliveryAttempts: defineRoute('GET', '/api/deliveries/:deliveryId/attempts', 'agent', {
    summary: "List the attempts of one of the agent's own deliveries, oldest first",
    params: ofDelivery,
    answer: deliveryAttemptsAnswer,
  }),
  resendOwnDelivery: defineRoute('POST', '/api/deliveries/:deliveryId/resend', 'agent', {
    proof: 'none',
    summary: "Send one of the agent's own failed deliveries again",
    params: ofDelivery,
    body: nothing(),
    answer: agentDelivery.omit(['lead']),
    errors: ['DELIVERY_NOT_FAILED', 'DELIVERY_CONTENT_REMOVED', 'LEAD_REFUNDED'],
    effects: ['sends mail', 'sends a message'],
    limits: [perUser(20, HOUR_SECONDS)],
  }),
  listAllDeliveries: defineRoute('GET', '/api/admin/deliveries', 'admin', {
    audit: 'personal-data',
    summary: 'List all deliveries, newest first',
    query: adminDeliveriesQuery,
    answer: adminDeliveriesAnswer,
  }),
  listAttemptsOfDelivery: defineRoute('GET', '/api/admin/deliveries/:deliveryId/attempts', 'admin', {
    summary: 'List the attempts of a delivery, oldest first',
    params: ofDelivery,
    answer: deliveryAttemptsAnswer,
  }),
  resendDelivery: defineRoute('POST', '/api/admin/deliveries/:deliveryId/resend', 'admin', {
    proof: 'none',
    audit: 'personal-data',
    summary: 'Send a failed delivery again',
    params: ofDelivery,
    body: nothing(),
    answer: deliverySchema,
    errors: ['DELIVERY_NOT_FAILED', 'DELIVERY_CONTENT_REMOVED', 'LEAD_REFUNDED'],
    effects: ['sends mail', 'sends a message'],
    limits: [perUser(60, MINUTE_SECONDS)],
  }),
  resendDeliveries: defineRoute('POST', '/api/admin/deliveries/resend', 'admin', {
    proof: 'none',
    summary: 'Send the next failed deliveries again, of those chosen or of all that match',
    body: resendDeliveriesBody,
    answer: resendDeliveriesAnswer,
    effects: ['sends mail', 'sends a message'],
    limits: [perUser(60, MINUTE_SECONDS)],
  }),
} as const;
