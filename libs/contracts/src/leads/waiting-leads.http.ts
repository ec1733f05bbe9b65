import { array, string, type InferType } from 'yup';
import { buyerName } from '../admin/admin.fields.js';
import { adminReason } from '../accounts/user-administration.schemas.js';
import { flag, strictObject, uuid } from '../primitives.js';
import { buyerObstacle, leadDecisionSchema } from './waiting-leads.schemas.js';

export const withdrawLeadBody = strictObject({ reason: adminReason() });
/** `key`: a new id for each decision of the admin; repetitions of the request use the same. */
export const rerouteLeadBody = strictObject({
  key: uuid(),
  buyerId: uuid(),
  overrideFilters: flag(),
  reason: adminReason(),
});

export const matchingBuyersQuery = strictObject({ after: uuid().optional() });
export const matchingBuyersAnswer = strictObject({
  buyers: array(strictObject({ id: uuid(), buyer: buyerName(), obstacle: buyerObstacle() })).required(),
  /** `after` of the next page; null on the last one. */
  next: string().nullable().defined(),
});
export type MatchingBuyers = InferType<typeof matchingBuyersAnswer>;

/** A decision about a waiting lead, with names. */
export const adminLeadDecision = leadDecisionSchema
  .omit(['actorId', 'buyerId'])
  .shape({ admin: buyerName(), buyer: buyerName() })
  .noUnknown();
export type AdminLeadDecision = InferType<typeof adminLeadDecision>;
