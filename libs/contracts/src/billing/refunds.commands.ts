import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { filledText, oneOf, strictObject, uuid } from '../primitives.js';
import { refundSchema } from './refunds.schemas.js';
import { adminRefundReasons, REFUND_NOTE_MAX } from './refunds.values.js';

/** Requests a full refund of a payment. Responds after the request is durable; the outcome is published as an event. */
export const requestRefund = defineCommand('billing', 'refunds.request', {
  needsRecentProof: () => true,
  request: strictObject({
    purchaseId: uuid(),
    reason: oneOf(adminRefundReasons).required(),
    note: filledText('note', REFUND_NOTE_MAX),
    actorId: uuid(),
    caller: callerSchema,
  }),
  response: strictObject({ refund: refundSchema }),
  errors: ['PURCHASE_NOT_FOUND', 'PURCHASE_NOT_REFUNDABLE'],
});
