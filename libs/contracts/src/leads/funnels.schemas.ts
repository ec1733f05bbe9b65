import { array, type InferType, number, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import {
  DUPLICATE_WINDOW_MAX_DAYS,
  FUNNEL_NAME_MAX,
  FUNNEL_RATE_MAX,
  funnelKeyKinds,
  funnelModes,
  MAX_ALLOWED_ORIGINS,
  ORIGIN_MAX,
  phoneVerifications,
  requirableFields,
} from './funnels.values.js';

export const funnelName = () =>
  boundedText({
    kind: 'line',
    max: FUNNEL_NAME_MAX,
    pattern: /\S/,
    message: 'Name is required',
    tooLong: `Name must be at most ${FUNNEL_NAME_MAX} characters`,
  }).required('Name is required');

/** As browsers send it: scheme, host and any unusual port, in lower case and without a path. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/;
const ORIGIN_MESSAGE = 'Origins must look like https://www.example.com';

const origin = () =>
  boundedText({ max: ORIGIN_MAX, pattern: ORIGIN, message: ORIGIN_MESSAGE })
    .required(ORIGIN_MESSAGE)
    .test('canonical', ORIGIN_MESSAGE, (value) => URL.canParse(value) && new URL(value).origin === value);

const wholeNumber = (max: number, message: string) =>
  number().typeError(message).integer(message).min(1, message).max(max, message);

/** What an admin sets for a funnel. */
const settings = {
  name: funnelName(),
  mode: oneOf(funnelModes).required(),
  /** Pages of these origins may post from a browser. */
  allowedOrigins: array(origin())
    .max(MAX_ALLOWED_ORIGINS, `At most ${MAX_ALLOWED_ORIGINS} origins`)
    .required(),
  /** Null: no limit besides the one that every funnel has. */
  requestsPerSecond: wholeNumber(FUNNEL_RATE_MAX, `Rate limit must be a number from 1 to ${FUNNEL_RATE_MAX}`)
    .nullable()
    .defined(),
  /** Null: the installation's duplicate window. A longer one has no effect. */
  duplicateWindowDays: wholeNumber(
    DUPLICATE_WINDOW_MAX_DAYS,
    `Duplicate window must be a number from 1 to ${DUPLICATE_WINDOW_MAX_DAYS} days`,
  )
    .nullable()
    .defined(),
  requiredFields: array(oneOf(requirableFields).required()).max(requirableFields.length).required(),
  /** Leads without a TrustedForm certificate or a Jornaya lead ID are rejected. */
  requiresConsentProof: flag(),
};
const phoneVerification = () => oneOf(phoneVerifications);
/** A change without `phoneVerification` leaves it unchanged. */
export const funnelSettingsSchema = strictObject({
  ...settings,
  phoneVerification: phoneVerification().optional(),
});
export type FunnelSettings = InferType<typeof funnelSettingsSchema>;

/** A change that states the version it is based on is refused if the settings have changed since. */
export const funnelChangeSchema = funnelSettingsSchema
  .shape({ version: number().integer().min(1).optional() })
  .noUnknown();

/** The first 12 digits of the key's hash: enough to tell keys apart, and useless as a key. */
export const funnelKeyId = () =>
  boundedText({ max: 12, pattern: /^[0-9a-f]{12}$/, message: 'Not a valid id' }).required();

export const funnelKeySchema = strictObject({
  id: funnelKeyId(),
  /** The beginning of the key, which is not secret. */
  prefix: string().required(),
  createdAt: instant(),
  revokedAt: instant().nullable(),
  kind: oneOf(funnelKeyKinds).required(),
});
export type FunnelKey = InferType<typeof funnelKeySchema>;

export const funnelSchema = strictObject({
  id: uuid(),
  ...settings,
  phoneVerification: phoneVerification().required(),
  /** Counts the changes of the settings. */
  version: number().integer().min(1).required(),
  /** May have been stored under earlier rules. */
  name: string().required(),
  createdAt: instant(),
  /** Oldest first, revoked ones too. */
  keys: array(funnelKeySchema).required(),
});
export type Funnel = InferType<typeof funnelSchema>;

/** A new key is shown once. */
export const funnelWithKeySchema = strictObject({ funnel: funnelSchema, key: string().required() });
export type FunnelWithKey = InferType<typeof funnelWithKeySchema>;
