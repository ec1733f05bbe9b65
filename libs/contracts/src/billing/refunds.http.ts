import { type InferType, string } from 'yup';
import { userName } from '../admin/admin.fields.js';
import { decimal, filledText, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { adminRefundReasons, REFUND_NOTE_MAX, refundReasons, refundStates } from './refunds.values.js';

/** One attempt to give a payment back. `amount` is a decimal(10,2) string in dollars. */
export const refundSchema = strictObject({
  id: uuid(),
  amount: decimal(),
  status: oneOf(refundStates).required(),
  reason: oneOf(refundReasons).required(),
  /** What the admin wrote. For admins only. */
  note: string().max(REFUND_NOTE_MAX).nullable().defined(),
  /** The admin; null if no admin requested it. */
  requestedBy: uuid().nullable(),
  stripeRefundId: string().max(255).nullable().defined(),
  /** The card provider's code for why it failed. */
  failureReason: string().max(100).nullable().defined(),
  requestedAt: instant(),
  /** When the money went back; null until it did. */
  succeededAt: instant().nullable(),
  /** When it failed or was canceled; null unless it did. */
  endedAt: instant().nullable(),
});
export type Refund = InferType<typeof refundSchema>;

export const requestRefundBody = strictObject({
  reason: oneOf(adminRefundReasons, 'Reason').required('Reason is required'),
  note: filledText('note', REFUND_NOTE_MAX),
});

/** A refund as admins see it. */
export const adminRefund = refundSchema.omit(['requestedBy']).shape({ requestedBy: userName() }).noUnknown();
export type AdminRefund = InferType<typeof adminRefund>;

/** A refund as the agent sees it. */
export const agentRefund = refundSchema
  .pick(['amount', 'status', 'reason', 'requestedAt', 'succeededAt'])
  .noUnknown();
export type AgentRefund = InferType<typeof agentRefund>;
