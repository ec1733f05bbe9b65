import { type InferType, number } from 'yup';
import { defineRoute } from '../define-route.js';
import { strictObject } from '../primitives.js';

/** Null while a service that has to count does not answer. From `MAX_ATTENTION` on, there may be more. */
const knownCount = () => number().integer().min(0).nullable().defined();

const attentionAnswer = strictObject({
  waitingLeads: knownCount(),
  /** Posts that no lead was made from. */
  heldPosts: knownCount(),
  integrationRequests: knownCount(),
  problems: knownCount(),
  disputes: knownCount(),
  differences: knownCount(),
  /** Failed ones that can be sent again. */
  deliveries: knownCount(),
  failedMessages: knownCount(),
  incidents: knownCount(),
});
export type Attention = InferType<typeof attentionAnswer>;

export const attentionRoutes = {
  getAttention: defineRoute('GET', '/api/admin/attention', 'admin', {
    summary: 'Count what waits for an admin',
    answer: attentionAnswer,
    // Every page asks again and again.
    extendsSession: false,
  }),
} as const;
