import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { HOUR_SECONDS, MINUTE_SECONDS, perUser } from '../request-limits.js';
import {
  adminDeliveriesAnswer,
  adminDeliveriesQuery,
  agentDelivery,
  deliveriesAnswer,
  deliveriesQuery,
  deliveryAttemptsAnswer,
  resendDeliveriesAnswer,
  resendDeliveriesBody,
} from './deliveries.http.js';
import { deliverySchema } from './deliveries.schemas.js';

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
    effects: ['sends mail'],
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
