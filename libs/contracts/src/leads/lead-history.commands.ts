import { array, type InferType, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { calendarDay, cents, count, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { SEARCH_MAX } from '../search.values.js';
import { CAMPAIGN_MAX, CAMPAIGN_SOURCE_MAX } from './campaign-names.js';
import { pickStoredLeadFields, storedLeadFieldSchemas } from './lead-fields.schemas.js';
import { leadStatusFilters } from './lead-history.values.js';
import { consentSchema, extrasSchema } from './leads.schemas.js';
import { leadStates, leadTypes, offerStates, usStates } from './leads.values.js';
import { leadDecisionSchema } from './waiting-leads.http.js';

/** A lead in the admin's list of all leads. */
export const leadHistoryEntrySchema = strictObject({
  id: uuid(),
  ...pickStoredLeadFields('fullName', 'email', 'phone', 'state', 'leadType'),
  status: oneOf(leadStates).required(),
  funnelName: string().required(),
  offersMade: count(),
  receivedAt: instant(),
  soldAt: instant().nullable(),
  deliveredAt: instant().nullable(),
  buyerId: uuid().nullable(),
  /** When the buyer's payment went back to the card. */
  refundedAt: instant().nullable(),
  /** When an admin expired it by withdrawing it. */
  withdrawnAt: instant().nullable(),
});
export type LeadHistoryEntry = InferType<typeof leadHistoryEntrySchema>;

/** Matches on all pages, counted up to `COUNTED_LEADS_MAX` + 1. Null for a search. */
export const cappedLeadCount = () => count().nullable();

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

const cursor = () => strictObject({ receivedAt: instant(), id: uuid() });

/** Lists all leads, for admins. The next page starts after the last lead seen, in the same order. */
export const listLeads = defineCommand('lead-router', 'leads.list', {
  request: strictObject({
    status: oneOf(leadStatusFilters).nullable().defined(),
    /** First and last day of acceptance, in the reporting time zone. */
    from: calendarDay().optional(),
    to: calendarDay().optional(),
    funnelId: uuid().optional(),
    /** Both empty: leads without a campaign. */
    campaign: strictObject({
      source: string().max(CAMPAIGN_SOURCE_MAX).defined(),
      name: string().max(CAMPAIGN_MAX).defined(),
    })
      .default(undefined)
      .optional(),
    state: oneOf(usStates).optional(),
    leadType: oneOf(leadTypes).optional(),
    /** Matches name, email and phone. A state's code or name matches the state. */
    search: string().max(SEARCH_MAX).nullable().defined(),
    /** Only leads that this buyer bought or is being charged for. Ignores `search`. */
    buyerId: uuid().optional(),
    order: oneOf(['newest', 'oldest']).required(),
    after: cursor().nullable().defined(),
    limit: number().integer().min(1).max(200).required(),
  }),
  response: strictObject({
    leads: array(leadHistoryEntrySchema).required(),
    total: cappedLeadCount(),
    next: cursor().nullable().defined(),
  }),
});

/** Returns one lead with all its offers, oldest first. */
export const getLead = defineCommand('lead-router', 'leads.get', {
  request: strictObject({ leadId: uuid() }),
  response: leadDetailSchema,
  errors: ['LEAD_NOT_FOUND'],
});
