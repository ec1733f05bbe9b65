import { array, string, type InferType } from 'yup';
import { userName } from '../admin/admin.fields.js';
import { adminReason } from '../accounts/user-administration.schemas.js';
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

export const withdrawLeadBody = strictObject({ reason: adminReason() });
/** `key`: a new id for each decision of the admin; repetitions of the request use the same. */
export const rerouteLeadBody = strictObject({
  key: uuid(),
  buyerId: uuid(),
  /** Lead types, assets and ages that the buyer did not choose. Nothing else can be overridden. */
  overrideFilters: flag(),
  reason: adminReason(),
});

export const matchingBuyersQuery = strictObject({ after: uuid().optional() });
export const matchingBuyersAnswer = strictObject({
  buyers: array(strictObject({ id: uuid(), buyer: userName(), obstacle: buyerObstacle() })).required(),
  /** `after` of the next page; null on the last one. */
  next: string().nullable().defined(),
});
export type MatchingBuyers = InferType<typeof matchingBuyersAnswer>;

/** A decision about a waiting lead, with names. */
export const adminLeadDecision = leadDecisionSchema
  .omit(['actorId', 'buyerId'])
  .shape({ admin: userName(), buyer: userName() })
  .noUnknown();
export type AdminLeadDecision = InferType<typeof adminLeadDecision>;
