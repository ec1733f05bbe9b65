import { array, number, string, type InferType } from 'yup';
import { cents, flag, instant, strictObject, timeZone, uuid } from '../primitives.js';
import { consentSchema, dailyLeadLimit } from './leads.schemas.js';
import { dispositions, NOTES_MAX, eligibilityReasons, feedKinds } from './sold-leads.values.js';

export const disposition = () =>
  string().oneOf([...dispositions], `Status must be one of: ${dispositions.join(', ')}`);

export const notes = () => string().max(NOTES_MAX, `Notes must be at most ${NOTES_MAX} characters`);

const filled = () => string().required();

/** A lead that a buyer has paid for, as it stands in their list. */
export const soldLeadSchema = strictObject({
  id: uuid(),
  fullName: filled(),
  email: filled(),
  phone: filled(),
  state: filled(),
  zipCode: filled(),
  ageRange: filled(),
  estimatedAssets: filled(),
  purchaseTimeline: filled(),
  leadType: filled(),
  amountCents: cents(),
  soldAt: instant(),
  /** When the first channel took it; null while it is under way. */
  deliveredAt: instant().nullable().defined(),
  disposition: disposition().required(),
});
export type SoldLead = InferType<typeof soldLeadSchema>;

/** The agent's own part of a lead. `version` grows with each change, so that two tabs cannot overwrite each other. */
export const dispositionSchema = strictObject({
  disposition: disposition().required(),
  notes: notes().defined(),
  version: number().integer().min(1).required(),
});

/** All that a buyer may know of a lead of theirs. */
export const soldLeadDetailSchema = soldLeadSchema
  .shape({
    offerId: uuid(),
    receivedAt: instant(),
    funnelName: filled(),
    consent: consentSchema.nullable().defined(),
    notes: notes().defined(),
    version: number().integer().min(1).required(),
  })
  .noUnknown();
export type SoldLeadDetail = InferType<typeof soldLeadDetailSchema>;

/** A buyer's standing as lead-router acts by it. "Today" is the buyer's own calendar day. */
export const eligibilitySchema = strictObject({
  serviceEnabled: flag(),
  dailyLeadLimit: dailyLeadLimit(),
  reason: string()
    .oneOf([...eligibilityReasons])
    .required(),
  /** Units of the day that are taken: leads bought, and one that is being charged. */
  leadsToday: number().integer().min(0).required(),
  /** Paid for the leads of the day. */
  spentTodayCents: cents(),
  /** The buyer's next midnight. */
  dayEndsAt: instant(),
  timeZone: timeZone(),
});
export type Eligibility = InferType<typeof eligibilitySchema>;

export const feedEventSchema = strictObject({
  seq: number().integer().min(1).required(),
  kind: string()
    .oneOf([...feedKinds])
    .required(),
  leadId: uuid().nullable().defined(),
  at: instant(),
});
export type FeedEvent = InferType<typeof feedEventSchema>;
export const feedEvents = () => array(feedEventSchema).required();
