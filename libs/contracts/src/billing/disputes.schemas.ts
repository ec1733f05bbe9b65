import { type InferType, string } from 'yup';
import { cents, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { disputeStates } from './disputes.values.js';

/** A cardholder's objection to a charge. */
export const disputeSchema = strictObject({
  id: uuid(),
  stripeDisputeId: string().max(255).required(),
  purchaseId: uuid(),
  leadId: uuid(),
  buyerId: uuid(),
  amountCents: cents(),
  status: oneOf(disputeStates).required(),
  /** The card provider's own word. */
  reason: string().max(100).required(),
  /** Until then evidence can be submitted to the card provider; null once it cannot. */
  evidenceDueBy: instant().nullable(),
  openedAt: instant(),
  closedAt: instant().nullable(),
  /** When an admin let the buyer's service continue. */
  reviewedAt: instant().nullable(),
});
export type Dispute = InferType<typeof disputeSchema>;
