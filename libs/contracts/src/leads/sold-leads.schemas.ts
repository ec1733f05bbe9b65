import { array, boolean, number, string, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import {
  calendarDay,
  cents,
  count,
  flag,
  instant,
  localTime,
  oneOf,
  searchText,
  strictObject,
  timeZone,
  uuid,
} from '../primitives.js';
import { dailyLeadLimit } from './daily-limit.schemas.js';
import { consentSchema, extrasSchema } from './leads.schemas.js';
import { ageRanges, assetBands, leadTypes, usStates } from './leads.values.js';
import {
  COMMISSION_MAX_CENTS,
  dispositions,
  eligibilityReasons,
  feedKinds,
  leadPeriods,
  NOTES_MAX,
  reminderFilters,
  SELECTED_LEADS_MAX,
} from './sold-leads.values.js';
import { storedLeadFieldSchemas } from './lead-fields.schemas.js';
import { agentProblemReportSchema } from './problem-reports.schemas.js';

export const disposition = () => oneOf(dispositions, 'Status').typeError('Status must be text');

export const notes = () =>
  boundedText({
    kind: 'note',
    max: NOTES_MAX,
    message: 'Notes must be text',
    tooLong: `Notes must be at most ${NOTES_MAX} characters`,
  });

const COMMISSION_NOT_VALID = 'Commission must be from $0 to $1,000,000';

export const commissionCents = () =>
  number()
    .typeError(COMMISSION_NOT_VALID)
    .integer(COMMISSION_NOT_VALID)
    .min(0, COMMISSION_NOT_VALID)
    .max(COMMISSION_MAX_CENTS, COMMISSION_NOT_VALID);

const version = () => number().integer().min(1).required();

/** The agent's plans for a lead and earnings from it. Null until the agent enters them. */
const leadPlans = {
  /** When the agent wants to be reminded to call. */
  remindAt: instant().nullable(),
  appointmentAt: instant().nullable(),
  commissionCents: commissionCents().nullable().defined(),
};

/** A lead that a buyer has paid for, as the buyer's list shows it. */
export const soldLeadSchema = strictObject({
  id: uuid(),
  ...storedLeadFieldSchemas,
  amountCents: cents(),
  soldAt: instant(),
  /** When the first channel accepted it; null until then. */
  deliveredAt: instant().nullable(),
  disposition: disposition().required(),
  ...leadPlans,
  /** Increases with each change by the agent. */
  version: version(),
  /** When the payment went back to the card. */
  refundedAt: instant().nullable(),
  /** Whether the contact data is withheld because the lead is being given back (ADR 7). Absent if not. */
  isContactWithheld: boolean().optional(),
});
export type SoldLead = InferType<typeof soldLeadSchema>;

/** What the agent enters for a lead. `version` keeps two tabs from overwriting each other's changes. */
export const dispositionSchema = strictObject({
  disposition: disposition().required(),
  notes: notes().defined(),
  ...leadPlans,
  version: version(),
});

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
  /** On the agent's clock. */
  remindAt: localTime().nullable().optional(),
  appointmentAt: localTime().nullable().optional(),
  commissionCents: commissionCents().nullable().optional(),
});

const NO_SELECTION = `Select 1 to ${SELECTED_LEADS_MAX} leads`;

export const setDispositionsBody = strictObject({
  leadIds: array(uuid())
    .typeError(NO_SELECTION)
    .required(NO_SELECTION)
    .min(1, NO_SELECTION)
    .max(SELECTED_LEADS_MAX, NO_SELECTION),
  disposition: disposition().required('Status is required'),
});

/** Everything a buyer may know about a lead they bought. */
export const soldLeadDetailSchema = soldLeadSchema
  .shape({
    offerId: uuid(),
    receivedAt: instant(),
    funnelName: string().required(),
    consent: consentSchema.nullable().defined(),
    extras: extrasSchema.nullable().defined(),
    notes: notes().defined(),
    /** When the buyer first saw the contact data, and first changed the status. */
    seenAt: instant().nullable(),
    contactedAt: instant().nullable(),
    /** Problems that the agent reported, oldest first. */
    problemReports: array(agentProblemReportSchema).required(),
  })
  .noUnknown();
export type SoldLeadDetail = InferType<typeof soldLeadDetailSchema>;

/** A buyer's eligibility as lead-router applies it. "Today" is the calendar day in the buyer's time zone. */
export const eligibilitySchema = strictObject({
  serviceEnabled: flag(),
  dailyLeadLimit: dailyLeadLimit(),
  reason: oneOf(eligibilityReasons).required(),
  /** Whether the service stopped because of a dispute, until an admin reviews it. Absent if not. */
  isUnderReview: boolean().optional(),
  /** Whether we paused the service because a lead could not be delivered (ADR 7). Absent if not. */
  isDeliveryPause: boolean().optional(),
  /** Whether only an admin can resume the service, after too many such pauses. Absent if not. */
  resumptionNeedsAdmin: boolean().optional(),
  /** Whether selling waits until undelivered leads arrive or are given back. Absent if not. */
  hasTooManyUndelivered: boolean().optional(),
  /** Daily slots in use: leads bought today and leads being charged. */
  leadsToday: count(),
  /** Amount paid for today's leads. */
  spentTodayCents: cents(),
  /** Next midnight in the buyer's time zone. */
  dayEndsAt: instant(),
  timeZone: timeZone(),
});
export type Eligibility = InferType<typeof eligibilitySchema>;

export const feedEventSchema = strictObject({
  seq: number().integer().min(1).required(),
  kind: oneOf(feedKinds).required(),
  leadId: uuid().nullable(),
  at: instant(),
});
export type FeedEvent = InferType<typeof feedEventSchema>;
export const feedEvents = () => array(feedEventSchema).required();

/** Every value is text. Days are those of the agent's time zone. */
export const leadFilters = {
  search: searchText(),
  days: oneOf(leadPeriods, 'Days').optional(),
  /** Sold on this day or later. */
  from: calendarDay().optional(),
  /** Sold on this day or earlier. */
  to: calendarDay().optional(),
  state: oneOf(usStates, 'State').optional(),
  leadType: oneOf(leadTypes, 'Lead type').optional(),
  ageRange: oneOf(ageRanges, 'Age range').optional(),
  assetBand: oneOf(assetBands, 'Assets').optional(),
  disposition: disposition().optional(),
  reminder: oneOf(reminderFilters, 'Reminder').optional(),
};

/** Time from posted to delivered. Null without delivered leads. */
export const leadStatisticsSchema = strictObject({
  leads: count(),
  medianMs: number().min(0).nullable().defined(),
  p95Ms: number().min(0).nullable().defined(),
});
