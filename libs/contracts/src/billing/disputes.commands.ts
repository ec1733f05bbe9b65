import { array, type InferType, string } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { cents, instant, nothing, oneOf, strictObject, uuid } from '../primitives.js';
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

/** Lists disputes that nobody reviewed, oldest first, then the others, newest first. */
export const listDisputes = defineCommand('billing', 'disputes.list', {
  request: nothing(),
  response: strictObject({ disputes: array(disputeSchema).required() }),
});

export const getDispute = defineCommand('billing', 'disputes.get', {
  request: strictObject({ disputeId: uuid() }),
  response: disputeSchema,
  errors: ['DISPUTE_NOT_FOUND'],
});

/** Records that an admin reviewed a dispute. After the last one of a buyer, the buyer's service continues. */
export const reviewDispute = defineCommand('billing', 'disputes.review', {
  needsRecentProof: () => true,
  request: strictObject({ disputeId: uuid(), actorId: uuid(), caller: callerSchema }),
  response: disputeSchema,
  errors: ['DISPUTE_NOT_FOUND'],
});
