import { array, type InferType, number, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, instant, oneOf, strictObject, uuid, withRule } from '../primitives.js';
import {
  ARRIVED_BODY_MAX,
  ARRIVED_QUERY_MAX,
  ARRIVED_TEXT_MAX,
  constantFields,
  FAULT_MAX,
  heldPostReasons,
  heldPostStates,
  MAPPED_VALUE_MAX,
  MAX_FAULTS,
  MAX_MAPPED_VALUES,
  MAX_PATHS_OF_FIELD,
  POSTED_NAME_MAX,
} from './held-posts.values.js';
import { phoneVerifications } from './funnels.values.js';
import { postedFieldNames } from './lead-fields.js';

/** What is wrong with a field. `field` is the sender's name for it. */
const faultSchema = strictObject({
  field: string().max(POSTED_NAME_MAX).defined(),
  message: string().max(FAULT_MAX).required(),
});
const reason = oneOf(heldPostReasons).required();
/** The refusal in words. */
const detail = string().max(FAULT_MAX).required();
const faults = array(faultSchema).max(MAX_FAULTS).required();
/** Why a post did not become a lead. */
export const refusalFields = { reason, detail, faults };

export const heldPostSchema = strictObject({
  id: uuid(),
  funnelId: uuid(),
  funnelName: string().required(),
  receivedAt: instant(),
  ...refusalFields,
  status: oneOf(heldPostStates).required(),
  closedAt: instant().nullable(),
  /** Null unless the post became a lead. */
  leadId: uuid().nullable(),
});
export type HeldPost = InferType<typeof heldPostSchema>;

/** A request as it arrived at a private address. */
export const arrivedRequestSchema = strictObject({
  /** The tool that the address names. */
  tool: string().max(ARRIVED_TEXT_MAX).nullable().defined(),
  contentType: string().max(ARRIVED_TEXT_MAX).defined(),
  /** Without the question mark. */
  query: string().max(ARRIVED_QUERY_MAX).defined(),
  /** base64. */
  body: string().max(ARRIVED_BODY_MAX).defined(),
  idempotencyKey: string().max(ARRIVED_TEXT_MAX).nullable().defined(),
});
export type ArrivedRequest = InferType<typeof arrivedRequestSchema>;

const NAME_LENGTH = `Names must have 1 to ${POSTED_NAME_MAX} characters`;
const VALUE_LENGTH = `Values must have 1 to ${MAPPED_VALUE_MAX} characters`;
const postedName = () =>
  boundedText({ kind: 'line', max: POSTED_NAME_MAX, pattern: /\S/, message: NAME_LENGTH }).required(
    NAME_LENGTH,
  );
const mappedValue = () =>
  boundedText({ kind: 'line', max: MAPPED_VALUE_MAX, pattern: /\S/, message: VALUE_LENGTH });

/** Where the value of one of our fields comes from. */
const mappingRuleFields = strictObject({
  field: oneOf(postedFieldNames, 'Field').required(),
  /**
   * The sender's names for the field: paths, ids or labels, in any case. The values of several names are joined by a
   * space.
   */
  from: array(postedName()).max(MAX_PATHS_OF_FIELD, `At most ${MAX_PATHS_OF_FIELD} names`).required(),
  /** Used if the sender sent no value. */
  constant: mappedValue().nullable().defined(),
  /** What the sender's values mean, ignoring case. A value that is not listed is read unchanged. */
  values: array(
    strictObject({
      sent: mappedValue().required(VALUE_LENGTH),
      means: mappedValue().required(VALUE_LENGTH),
    }),
  )
    .max(MAX_MAPPED_VALUES, `At most ${MAX_MAPPED_VALUES} values`)
    .required(),
  /** Whether dates begin with the day: 18/04/1959. */
  isDayFirst: flag(),
});
const mappingRuleSchema = withRule(
  mappingRuleFields,
  'constant-field',
  'This field differs from person to person, so it cannot have one value for every lead',
  ({ field, constant }) => constant === null || constantFields.includes(field),
);
export type MappingRule = InferType<typeof mappingRuleSchema>;

/** How posts of a funnel's tool are read. A field without a rule is found by its own name. */
export const mappingSchema = strictObject({
  rules: withRule(
    array(mappingRuleSchema).max(postedFieldNames.length).required(),
    'one-rule-per-field',
    'Each field can have only one rule',
    (rules) => new Set(rules.map(({ field }) => field)).size === rules.length,
  ),
});
export type Mapping = InferType<typeof mappingSchema>;

export const mappingVersionSchema = strictObject({
  version: number().integer().min(1).required(),
  mapping: mappingSchema,
  savedAt: instant(),
  /** The admin who saved it. */
  savedBy: uuid(),
});
export type MappingVersion = InferType<typeof mappingVersionSchema>;

export const mappingsSchema = strictObject({
  /** The one in force first. */
  versions: array(mappingVersionSchema).required(),
});
export type Mappings = InferType<typeof mappingsSchema>;

/** A waiting post with what arrived, and the current settings of its funnel. */
export const waitingPostSchema = strictObject({
  post: heldPostSchema,
  request: arrivedRequestSchema,
  mapping: mappingSchema.nullable().defined(),
  phoneVerification: oneOf(phoneVerifications).required(),
});
export type WaitingPost = InferType<typeof waitingPostSchema>;

/** How a request is read. */
export const postReadingSchema = strictObject({
  /** The tool that the request seems to come from; empty if the request cannot be read. */
  toolName: string().defined(),
  isTest: flag(),
  /** What arrived, in the order of the request. */
  values: array(
    strictObject({
      path: string().defined(),
      name: string().defined(),
      value: string().defined(),
      /** The field that it was read as; null for an extra value, which is kept with the lead unchanged. */
      field: oneOf(postedFieldNames).nullable().defined(),
    }),
  ).required(),
  /** The fields that the lead would have. */
  fields: array(
    strictObject({
      field: oneOf(postedFieldNames).required(),
      /** Empty if nothing was sent. */
      asSent: string().defined(),
      /** The value as it was understood; null if there is none or it is invalid. */
      value: string().nullable().defined(),
      fault: string().nullable().defined(),
    }),
  ).required(),
  /** Why the post cannot become a lead, in the words that the sender would get. */
  faults,
  /** Why the request cannot be read at all; null if it can. */
  failure: string().nullable().defined(),
});
export type PostReading = InferType<typeof postReadingSchema>;
