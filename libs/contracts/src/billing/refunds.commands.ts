import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { strictObject, uuid } from '../primitives.js';
import { refundSchema, requestRefundBody } from './refunds.http.js';

/** Requests a full refund of a payment. Responds after the request is durable; the outcome is published as an event. */
export const requestRefund = defineCommand('billing', 'refunds.request', {
  needsRecentProof: () => true,
  request: requestRefundBody.shape({ purchaseId: uuid(), actorId: uuid(), caller: callerSchema }).noUnknown(),
  response: strictObject({ refund: refundSchema }),
  errors: ['PURCHASE_NOT_FOUND', 'PURCHASE_NOT_REFUNDABLE'],
});
