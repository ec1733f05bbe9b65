import { array, object, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { CAMPAIGN_MAX, CAMPAIGN_SOURCE_MAX } from './campaign-names.js';
import { consentFieldSchemas, leadFieldSchemas } from './lead-fields.schemas.js';
import { EXTRA_NAME_MAX, EXTRA_VALUE_MAX, leadStates, MAX_EXTRAS, REFERENCE_MAX } from './leads.values.js';

/** Proof that the person asked to be contacted. Stored with the lead. */
export const consentSchema = object(consentFieldSchemas).noUnknown();

/** Values that were posted with a lead but are not lead fields. Stored with the lead, and shown to its buyer. */
export const extrasSchema = array(
  strictObject({
    /** The sender's name for it. */
    name: boundedText({ kind: 'line', max: EXTRA_NAME_MAX }).required(),
    value: boundedText({ kind: 'note', max: EXTRA_VALUE_MAX }).required(),
  }),
).max(MAX_EXTRAS);
export type Extras = NonNullable<InferType<typeof extrasSchema>>;

export const campaignSchema = strictObject({
  source: boundedText({ kind: 'line', max: CAMPAIGN_SOURCE_MAX }).defined(),
  name: boundedText({ kind: 'line', max: CAMPAIGN_MAX }).defined(),
});

/** A lead in canonical form, whatever names the funnel used. */
export const leadSchema = strictObject({
  ...leadFieldSchemas,
  consent: consentSchema.default(undefined).optional(),
  extras: extrasSchema.optional(),
  campaign: campaignSchema.default(undefined).optional(),
  /** The funnel's own reference, returned in every answer. */
  reference: boundedText({
    kind: 'line',
    max: REFERENCE_MAX,
    tooLong: `Reference must be at most ${REFERENCE_MAX} characters`,
  }).optional(),
});
export type Lead = InferType<typeof leadSchema>;

/** The facts that decide which buyers want a lead. None identifies the person. */
export const leadFactsSchema = strictObject({
  state: leadFieldSchemas.state,
  leadType: leadFieldSchemas.leadType,
  ageRange: leadFieldSchemas.ageRange,
  estimatedAssets: leadFieldSchemas.estimatedAssets,
});
export type LeadFacts = InferType<typeof leadFactsSchema>;

/**
 * Present only for a lead posted in test mode, which is neither stored nor sold: whether a buyer would have been found.
 */
export const testOutcome = () => strictObject({ wouldSell: flag() }).default(undefined).optional();

/** What a funnel may know about a lead it posted. */
export const leadStatusSchema = strictObject({
  leadId: uuid(),
  status: oneOf(leadStates).required(),
  receivedAt: instant(),
  soldAt: instant().nullable(),
  test: testOutcome(),
});
