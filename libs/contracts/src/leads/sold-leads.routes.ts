import { array, boolean, type InferType, number, string } from 'yup';
import { purchaseStates } from '../billing/billing.values.js';
import { agentRefund } from '../billing/refunds.http.js';
import { boundedText } from '../bounded-text.js';
import { defineRoute } from '../define-route.js';
import { UUIDS } from '../format/ids.js';
import { deliverySchema } from '../notifications/deliveries.schemas.js';
import { count, decimal, flag, instant, oneOf, strictObject } from '../primitives.js';
import {
  dispositionSchema,
  eligibilitySchema,
  type FeedEvent,
  leadFilters,
  type leadStatisticsSchema,
  setDispositionsBody,
  soldLeadDetailSchema,
  soldLeadSchema,
  updateDispositionBody,
} from './sold-leads.schemas.js';
import { SELECTED_LEADS_MAX } from './sold-leads.values.js';

/** Numbers at the top of the dashboard. */
export const dashboardSummaryAnswer = eligibilitySchema
  .omit(['spentTodayCents'])
  .shape({ spentToday: decimal() })
  .noUnknown();
export type DashboardSummary = InferType<typeof dashboardSummaryAnswer>;

export const leadsQuery = strictObject({
  ...leadFilters,
  page: boundedText({
    max: 5,
    pattern: /^[1-9]\d{0,4}$/,
    message: 'Page must be a whole number from 1',
  }).optional(),
});
const UUID_LENGTH = 36;

export const leadsExportQuery = strictObject({
  ...leadFilters,
  /** Only these leads: their ids with commas between them. */
  leadIds: boundedText({
    max: (UUID_LENGTH + 1) * SELECTED_LEADS_MAX,
    pattern: UUIDS,
    message: `Must be up to ${SELECTED_LEADS_MAX} ids with commas between them`,
  }).optional(),
});

export const leadItem = soldLeadSchema.omit(['amountCents']).shape({ price: decimal() }).noUnknown();
export type LeadItem = InferType<typeof leadItem>;

export const leadsAnswer = strictObject({
  leads: array(leadItem).required(),
  total: count(),
  page: number().integer().min(1).required(),
  /** At least 1. */
  pages: number().integer().min(1).required(),
  /** False if this agent has never bought a lead. */
  any: flag(),
});
export type LeadsPage = InferType<typeof leadsAnswer>;

export const leadAnswer = soldLeadDetailSchema
  .omit(['amountCents'])
  .shape({
    price: decimal(),
    /** Null while billing is unavailable; the rest is valid regardless. */
    charge: strictObject({
      amount: decimal(),
      status: oneOf(purchaseStates).required(),
      purchasedAt: instant().nullable(),
      stripePaymentIntentId: string().nullable().defined(),
      /** The last refund that did not fail, if any. */
      refund: agentRefund.nullable().defined(),
    }).nullable(),
    deliveries: array(deliverySchema.omit(['leadId', 'buyerId'])).required(),
    /** Notifier is unavailable. `deliveries` is empty rather than null, because older pages expect a list. */
    areDeliveriesMissing: boolean().oneOf([true]).optional(),
  })
  .noUnknown();
export type LeadPage = InferType<typeof leadAnswer>;

export type LeadStatistics = InferType<typeof leadStatisticsSchema>;

/** `data` of each server-sent event of `/api/live`. The event's name is the kind, its id the sequence number. */
export type LiveEventData = Pick<FeedEvent, 'leadId' | 'at'>;

export const soldLeadRoutes = {
  getDashboard: defineRoute('GET', '/api/dashboard', 'agent', {
    summary: "Get the agent's eligibility and today's totals",
    answer: dashboardSummaryAnswer,
  }),
  listLeads: defineRoute('GET', '/api/leads', 'agent', {
    summary: "List the agent's own leads, newest first",
    query: leadsQuery,
    answer: leadsAnswer,
    errors: ['REAUTHENTICATION_REQUIRED'],
  }),
  exportLeads: defineRoute('GET', '/api/leads/export', 'agent', {
    proof: 'recent',
    audit: 'export',
    summary: "Export all of the agent's own leads as a spreadsheet",
    query: leadsExportQuery,
    text: { contentType: 'text/csv', description: 'A row of headings, then one row per lead' },
  }),
  getLead: defineRoute('GET', '/api/leads/:leadId', 'agent', {
    summary: 'Get a lead with its consent, charge and deliveries',
    params: { leadId: 'LEAD_NOT_FOUND' },
    answer: leadAnswer,
    errors: ['REAUTHENTICATION_REQUIRED'],
  }),
  updateDisposition: defineRoute('PATCH', '/api/leads/:leadId', 'agent', {
    proof: 'none',
    summary: "Update the agent's own status, notes, reminder, appointment and commission of a lead",
    params: { leadId: 'LEAD_NOT_FOUND' },
    body: updateDispositionBody,
    answer: dispositionSchema,
    errors: ['LEAD_CHANGED', 'LEAD_ALREADY_REFUNDED', 'REMINDER_PASSED'],
  }),
  setDispositions: defineRoute('POST', '/api/leads/dispositions', 'agent', {
    proof: 'none',
    summary: "Give several of the agent's leads one status; leads that were given back are left out",
    body: setDispositionsBody,
    answer: strictObject({ leads: count() }),
  }),
  streamLiveEvents: defineRoute('GET', '/api/live', 'agent', {
    summary: "Stream the agent's live events; `Last-Event-ID` resumes without a gap",
    extendsSession: false,
    errors: ['TOO_MANY_REQUESTS'],
    text: {
      contentType: 'text/event-stream',
      description:
        'Events `hello`, `lead-sold`, `lead-delivered`, `lead-changed` (refunded, or a reported problem moved on), ' +
        '`eligibility-changed` and `reset`. The id is the sequence ' +
        "number in the agent's feed; the data is JSON with `leadId` (or null) and `at`. After `reset`, reload everything.",
    },
  }),
} as const;
