import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import { deliverySchema } from './notifications.schemas.js';

export const notificationRoutes = {
  resendDelivery: defineRoute({
    method: 'POST',
    path: '/api/admin/deliveries/:deliveryId/resend',
    access: 'admin',
    proof: 'none',
    audit: 'personal-data',
    summary: 'Send a failed delivery again',
    params: { deliveryId: 'DELIVERY_NOT_FOUND' },
    body: nothing(),
    answer: deliverySchema,
    errors: ['DELIVERY_NOT_FAILED', 'DELIVERY_CONTENT_REMOVED', 'LEAD_REFUNDED'],
    effects: ['sends mail'],
    limits: [perUser(60, MINUTE_SECONDS)],
  }),
} as const;
