import { object, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { consentFieldSchemas, leadFieldSchemas } from './lead-fields.schemas.js';
import { leadStates, REFERENCE_MAX } from './leads.values.js';

/** Proof that the person asked to be contacted. Stored with the lead. */
export const consentSchema = object(consentFieldSchemas).noUnknown();

/** A lead in canonical form, whatever names the funnel used. */
export const leadSchema = strictObject({
  ...leadFieldSchemas,
  consent: consentSchema.default(undefined).optional(),
  /** The funnel's own reference, returned in every answer. */
  reference: boundedText({
    kind: 'line',
    max: REFERENCE_MAX,
    tooLong: `Reference must be at most ${REFERENCE_MAX} characters`,
  }).optional(),
});
export type Lead = InferType<typeof leadSchema>;

/** What decides which buyers want a lead; nothing of it identifies the person. */
export const leadFactsSchema = strictObject({
  state: leadFieldSchemas.state,
  leadType: leadFieldSchemas.leadType,
  ageRange: leadFieldSchemas.ageRange,
  estimatedAssets: leadFieldSchemas.estimatedAssets,
});
export type LeadFacts = InferType<typeof leadFactsSchema>;

/** Only of a lead posted in test mode, which is neither stored nor sold: whether a buyer would have been found. */
export const testOutcome = () => strictObject({ wouldSell: flag() }).default(undefined).optional();

/** What a funnel may know about a lead it posted. */
export const leadStatusSchema = strictObject({
  leadId: uuid(),
  status: oneOf(leadStates).required(),
  receivedAt: instant(),
  soldAt: instant().nullable(),
  test: testOutcome(),
});
