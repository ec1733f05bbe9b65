import { type InferType } from 'yup';
import { defineRoute } from '../define-route.js';
import { count, strictObject } from '../primitives.js';

/** Null while the service that counts does not answer. `MAX_ATTENTION` stands for that many or more. */
const nullableCount = () => count().nullable();

const attentionAnswer = strictObject({
  waitingLeads: nullableCount(),
  /** Posts that did not become leads. */
  heldPosts: nullableCount(),
  integrationRequests: nullableCount(),
  problems: nullableCount(),
  disputes: nullableCount(),
  differences: nullableCount(),
  /** Failed deliveries that can be sent again. */
  deliveries: nullableCount(),
  failedMessages: nullableCount(),
  incidents: nullableCount(),
});
export type Attention = InferType<typeof attentionAnswer>;

export const attentionRoutes = {
  getAttention: defineRoute('GET', '/api/admin/attention', 'admin', {
    summary: 'Count what waits for an admin',
    answer: attentionAnswer,
    // Every page polls this, so it does not show that the admin is still there.
    extendsSession: false,
  }),
} as const;
