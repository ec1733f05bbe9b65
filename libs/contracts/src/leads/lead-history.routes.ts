import { array, type InferType, string } from 'yup';
import { timeAndId, userName } from '../admin/admin.fields.js';
import { boundedText } from '../bounded-text.js';
import { purchaseSchema } from '../billing/billing.http.js';
import { adminRefund } from '../billing/refunds.http.js';
import { defineRoute } from '../define-route.js';
import { deliverySchema } from '../notifications/deliveries.schemas.js';
import { calendarDay, oneOf, searchText, strictObject, uuid } from '../primitives.js';
import { CAMPAIGN_MAX, CAMPAIGN_SOURCE_MAX, CAMPAIGN_TEXT } from './campaign-names.js';
import {
  cappedLeadCount,
  leadDetailSchema,
  leadHistoryEntrySchema,
  offerSchema,
} from './lead-history.commands.js';
import { leadStatusFilters } from './lead-history.values.js';
import { leadFilters } from './sold-leads.schemas.js';
import { adminLeadDecision } from './waiting-leads.http.js';

/** Days are those of the reporting time zone. */
export const adminLeadsQuery = strictObject({
  status: oneOf(leadStatusFilters, 'Status').optional(),
  search: searchText(),
  /** Accepted on this day or later. */
  from: calendarDay().optional(),
  /** Accepted on this day or earlier. */
  to: calendarDay()
    .optional()
    .test('period', 'Must not be before "from"', (to, { parent }) => {
      const { from } = parent as { readonly from?: string };
      return to === undefined || from === undefined || from <= to;
    }),
  funnel: uuid().optional(),
  /** Name and source; `@` alone stands for leads without a campaign. */
  campaign: boundedText({
    max: CAMPAIGN_MAX + '@'.length + CAMPAIGN_SOURCE_MAX,
    pattern: CAMPAIGN_TEXT,
    message: 'Campaign must be a name and a source with @ between them, such as retire-early@google',
  }).optional(),
  state: leadFilters.state,
  leadType: leadFilters.leadType,
  /** Only leads that this user bought or is being charged for. The search is then ignored. */
  user: uuid().optional(),
  order: oneOf(['newest', 'oldest'], 'Order').optional(),
  after: timeAndId('After'),
});

export const adminLead = leadHistoryEntrySchema.omit(['buyerId']).shape({ buyer: userName() }).noUnknown();
export type AdminLead = InferType<typeof adminLead>;

/** `next` is the `after` of the next page; null on the last one. */
export const adminLeadsAnswer = strictObject({
  leads: array(adminLead).required(),
  total: cappedLeadCount(),
  next: string().nullable().defined(),
});
export type AdminLeads = InferType<typeof adminLeadsAnswer>;

export const adminOffer = offerSchema
  .omit(['buyerId'])
  .shape({
    buyer: userName(),
    /** Null until billing has created it, or while billing is unavailable. */
    purchase: purchaseSchema
      .omit(['refunds'])
      .shape({ refunds: array(adminRefund).required() })
      .noUnknown()
      .nullable()
      .defined(),
    /** Empty while notifier is unavailable. */
    deliveries: array(deliverySchema).required(),
  })
  .noUnknown();
export type AdminOffer = InferType<typeof adminOffer>;

/** A lead with its timeline: each offer with its charge and deliveries. */
export const adminLeadAnswer = leadDetailSchema
  .omit(['buyerId', 'offers', 'decisions'])
  .shape({
    buyer: userName(),
    offers: array(adminOffer).required(),
    /** Decisions of admins while the lead waited, oldest first. */
    decisions: array(adminLeadDecision).required(),
    /** Services that did not answer: the charges or the deliveries are missing. */
    unavailable: array(oneOf(['billing', 'notifier']).required()).optional(),
  })
  .noUnknown();
export type AdminLeadPage = InferType<typeof adminLeadAnswer>;

export const leadHistoryRoutes = {
  listLeadHistory: defineRoute('GET', '/api/admin/leads', 'admin', {
    audit: 'personal-data',
    summary: 'List all leads',
    query: adminLeadsQuery,
    answer: adminLeadsAnswer,
  }),
  getLeadTimeline: defineRoute('GET', '/api/admin/leads/:leadId', 'admin', {
    audit: 'personal-data',
    summary: 'Get a lead with each offer, charge and delivery',
    params: { leadId: 'LEAD_NOT_FOUND' },
    answer: adminLeadAnswer,
  }),
} as const;
