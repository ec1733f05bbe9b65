import { array, number, string, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { count, decimal, flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { purchaseStates } from '../billing/billing.values.js';
import { agentRefund } from '../billing/refunds.http.js';
import { deliverySchema } from '../notifications/deliveries.schemas.js';
import {
  disposition,
  notes,
  soldLeadDetailSchema,
  soldLeadSchema,
  eligibilitySchema,
} from './sold-leads.schemas.js';
import { leadPeriods } from './sold-leads.values.js';
import { searchText } from '../search.schemas.js';

/** Numbers at the top of the dashboard. */
export const dashboardSummaryAnswer = eligibilitySchema
  .omit(['spentTodayCents'])
  .shape({ spentToday: decimal() })
  .noUnknown();
export type DashboardSummary = InferType<typeof dashboardSummaryAnswer>;

const days = () => oneOf(leadPeriods, 'Days').optional();

/** Query strings; every value is text. */
export const leadsQuery = strictObject({
  search: searchText(),
  days: days(),
  page: boundedText({
    max: 5,
    pattern: /^[1-9]\d{0,4}$/,
    message: 'Page must be a whole number from 1',
  }).optional(),
});
export const leadsExportQuery = strictObject({ search: searchText(), days: days() });
/** The user whose page listens. An EventSource cannot send the header that names it in other requests. */
export const liveQuery = strictObject({ userId: uuid().optional() });

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
  })
  .noUnknown();
export type LeadPage = InferType<typeof leadAnswer>;

export const updateDispositionBody = strictObject({
  /** Maximum of PostgreSQL's integer; higher versions cannot exist. */
  version: number()
    .typeError('Version must be a number')
    .integer()
    .min(1)
    .max(2_147_483_647)
    .required('Version is required'),
  disposition: disposition().optional(),
  notes: notes().optional(),
});

export const statisticsAnswer = strictObject({
  leads: count(),
  medianMs: number().min(0).nullable().defined(),
  p95Ms: number().min(0).nullable().defined(),
});
export type LeadStatistics = InferType<typeof statisticsAnswer>;

/** `data` of each server-sent event of `/api/live`. The event's name is the kind, its id the sequence number. */
export const liveEventData = strictObject({ leadId: uuid().nullable(), at: instant() });
export type LiveEventData = InferType<typeof liveEventData>;
