import { boolean, number, object, string, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { consentFieldEntries, postedLeadFieldEntries } from './lead-fields.js';
import { leadStates, REFERENCE_MAX } from './leads.values.js';

/** Present only for a lead posted in test mode, which is neither stored, sold nor charged. */
const testMembers = {
  test: boolean().oneOf([true]).optional(),
  /** Whether a buyer would have been found when it was posted. */
  would_sell: boolean().optional(),
};

/** Response to a funnel. Stable, in the snake_case that funnels expect. */
export const acceptedLeadAnswer = strictObject({
  status: oneOf(['accepted']).required(),
  lead_id: uuid(),
  /** True if this lead was already accepted and nothing was changed. */
  replayed: flag(),
  received_at: instant(),
  reference: string().nullable().defined(),
  ...testMembers,
});
export type AcceptedLeadAnswer = InferType<typeof acceptedLeadAnswer>;

export const leadStatusAnswer = strictObject({
  lead_id: uuid(),
  status: oneOf(leadStates).required(),
  received_at: instant(),
  sold_at: instant().nullable(),
  ...testMembers,
});
export type LeadStatusAnswer = InferType<typeof leadStatusAnswer>;

/**
 * The documented fields of a posted lead, for the API description only: aliases are accepted too, and the canonical
 * lead read from them is validated by `leadSchema`. Name and age may be posted in parts, so those are optional here.
 */
export const postedLeadBody = object({
  ...Object.fromEntries(
    postedLeadFieldEntries.map(([name, { postedAs, oneOf: values, maxLength = 0, isOptional }]) => {
      const schema = values ? oneOf(values) : boundedText({ kind: 'code', max: maxLength });
      const isRequired = isOptional !== true && name !== 'fullName' && name !== 'ageRange';
      return [postedAs, isRequired ? schema.required() : schema];
    }),
  ),
  age: number().integer(),
  dob: boundedText({ kind: 'code', max: 10 }),
  ...Object.fromEntries(
    consentFieldEntries.map(([, { postedAs, maxLength, exactLength }]) => [
      postedAs,
      boundedText({ kind: 'code', max: maxLength ?? exactLength ?? 0 }),
    ]),
  ),
  reference: boundedText({ kind: 'line', max: REFERENCE_MAX }),
});
