import { array, boolean, number, string, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { cents, count, flag, instant, oneOf, strictObject, timeZone, uuid } from '../primitives.js';
import { dailyLeadLimit } from './daily-limit.schemas.js';
import { consentSchema, extrasSchema } from './leads.schemas.js';
import {
  COMMISSION_MAX_CENTS,
  dispositions,
  eligibilityReasons,
  feedKinds,
  NOTES_MAX,
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

const requiredText = () => string().required();

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

/** Everything a buyer may know about a lead they bought. */
export const soldLeadDetailSchema = soldLeadSchema
  .shape({
    offerId: uuid(),
    receivedAt: instant(),
    funnelName: requiredText(),
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
