import { array, number, string, type InferType } from 'yup';
import { cents, count, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { consentSchema, extrasSchema } from './leads.schemas.js';
import { leadStates, offerStates } from './leads.values.js';
import { leadDecisionSchema } from './waiting-leads.schemas.js';
import { pickStoredLeadFields, storedLeadFieldSchemas } from './lead-fields.schemas.js';

const filled = () => string().required();
const status = () => oneOf(leadStates).required();

/** A lead in the admin's list of all leads. */
export const leadHistoryEntrySchema = strictObject({
  id: uuid(),
  ...pickStoredLeadFields('fullName', 'email', 'phone', 'state', 'leadType'),
  status: status(),
  funnelName: filled(),
  offersMade: count(),
  receivedAt: instant(),
  soldAt: instant().nullable(),
  deliveredAt: instant().nullable(),
  buyerId: uuid().nullable(),
  /** When the buyer's payment went back to the card. */
  refundedAt: instant().nullable(),
  /** When an admin withdrew it, so that it expired. */
  withdrawnAt: instant().nullable(),
});
export type LeadHistoryEntry = InferType<typeof leadHistoryEntrySchema>;

/** Number of matches on all pages, at most one more than `COUNTED_LEADS_MAX`. Null for a search. */
export const leadTotal = () => count().nullable();

/** A reservation of one lead for one buyer: open until it is charged, declined or released. */
export const offerSchema = strictObject({
  id: uuid(),
  buyerId: uuid(),
  status: oneOf(offerStates).required(),
  amountCents: cents(),
  slotNumber: number().integer().required(),
  limitInForce: number().integer().required(),
  reservedAt: instant(),
  closedAt: instant().nullable(),
  declineCode: string().nullable().defined(),
});
export type Offer = InferType<typeof offerSchema>;

export const leadDetailSchema = leadHistoryEntrySchema
  .shape({
    ...storedLeadFieldSchemas,
    reference: string().nullable().defined(),
    consent: consentSchema.nullable().defined(),
    extras: extrasSchema.nullable().defined(),
    offers: array(offerSchema).required(),
    /** What admins decided while the lead waited, oldest first. */
    decisions: array(leadDecisionSchema).required(),
  })
  .noUnknown();
export type LeadDetail = InferType<typeof leadDetailSchema>;
