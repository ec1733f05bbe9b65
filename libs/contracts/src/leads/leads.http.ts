import { array, boolean, number, object, string, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { BATCH_MAX, IDEMPOTENCY_KEY_MAX } from './funnels.values.js';
import { consentFieldEntries, leadFields, postedLeadFieldEntries } from './lead-fields.js';
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

/** The outcome of one lead of a batch. `error`: no decision is known; post it again later. */
const batchStatuses = ['accepted', 'duplicate', 'invalid', 'rejected', 'error'] as const;

/** The documented fields of a batch, for the API description only. */
export const postedBatchBody = object({
  leads: array(
    postedLeadBody.shape({ idempotency_key: boundedText({ kind: 'code', max: IDEMPOTENCY_KEY_MAX }) }),
  )
    .min(1)
    .max(BATCH_MAX)
    .required(),
});

const batchResult = strictObject({
  status: oneOf(batchStatuses).required(),
  /** From here to `would_sell`: only for an accepted lead. */
  lead_id: uuid().optional(),
  replayed: boolean().optional(),
  received_at: instant().optional(),
  reference: string().nullable().optional(),
  test: boolean().oneOf([true]).optional(),
  would_sell: boolean().optional(),
  /** From here on: only for any other lead. */
  code: string().optional(),
  detail: string().optional(),
  errors: array(strictObject({ field: string().required(), message: string().required() })).optional(),
  first_received_at: instant().optional(),
});
export type BatchResult = InferType<typeof batchResult>;

/** One result for each lead, in their order. */
export const batchAnswer = strictObject({ results: array(batchResult).required() });
export type BatchAnswer = InferType<typeof batchAnswer>;

/** The documented fields of a ping, for the API description only: aliases are accepted too. */
export const pingBody = object({
  state: oneOf(leadFields.state.oneOf).required(),
  lead_type: oneOf(leadFields.leadType.oneOf).required(),
  age_range: oneOf(leadFields.ageRange.oneOf),
  age: number().integer(),
  dob: boundedText({ kind: 'code', max: 10 }),
  estimated_assets: oneOf(leadFields.estimatedAssets.oneOf).required(),
});

export const pingAnswer = strictObject({
  /** Whether an agent would buy such a lead now. */
  available: flag(),
  /** In dollars. */
  price: string().required(),
  checked_at: instant(),
  /** Always 0: a ping reserves no agent. */
  reserved_seconds: number().oneOf([0]).required(),
});
export type PingAnswer = InferType<typeof pingAnswer>;
