import { type InferType, string } from 'yup';
import { ADMIN_REASON_MAX } from '../accounts/user-administration.values.js';
import { flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { buyerObstacles, leadDecisionKinds } from './waiting-leads.values.js';

/** Null if nothing keeps the lead from the buyer: routing may choose this buyer next. */
export const buyerObstacle = () => oneOf(buyerObstacles).nullable().defined();

/** What an admin decided about a waiting lead. */
export const leadDecisionSchema = strictObject({
  id: uuid(),
  kind: oneOf(leadDecisionKinds).required(),
  /** Empty once the contact data of the lead is removed. */
  reason: string().max(ADMIN_REASON_MAX).defined(),
  actorId: uuid(),
  decidedAt: instant(),
  /** The chosen buyer and the offer made; null for a withdrawn lead. */
  buyerId: uuid().nullable(),
  offerId: uuid().nullable(),
  /** Whether the chosen buyer's filters do not match the lead. */
  overrodeFilters: flag(),
});
export type LeadDecision = InferType<typeof leadDecisionSchema>;
