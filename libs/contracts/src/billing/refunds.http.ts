import { type InferType } from 'yup';
import { buyerName } from '../admin/admin.fields.js';
import { filledText, oneOf, strictObject } from '../primitives.js';
import { refundSchema } from './refunds.schemas.js';
import { adminRefundReasons, REFUND_NOTE_MAX } from './refunds.values.js';

export const requestRefundBody = strictObject({
  reason: oneOf(adminRefundReasons, 'Reason').required('Reason is required'),
  note: filledText('note', REFUND_NOTE_MAX),
});

/** A refund as admins see it. */
export const adminRefund = refundSchema.omit(['requestedBy']).shape({ requestedBy: buyerName() }).noUnknown();
export type AdminRefund = InferType<typeof adminRefund>;

/** A refund as the agent sees it. */
export const agentRefund = refundSchema
  .pick(['amount', 'status', 'reason', 'requestedAt', 'succeededAt'])
  .noUnknown();
export type AgentRefund = InferType<typeof agentRefund>;
