import { number, object, string, type InferType } from 'yup';
import { instant, strictObject, uuid } from '../primitives.js';
import {
  leadTypes,
  ageRanges,
  assetBands,
  purchaseTimelines,
  leadStates,
  usStates,
  DAILY_LIMIT_MIN,
  DAILY_LIMIT_MAX,
} from './leads.values.js';

export const dailyLeadLimit = () =>
  number()
    .integer('Whole leads only')
    .min(DAILY_LIMIT_MIN, 'Minimum 1 lead per day')
    .max(DAILY_LIMIT_MAX, 'Maximum 1000 leads per day')
    .required('Daily limit is required');

const oneOf = <T extends string>(values: readonly T[], label: string) =>
  string()
    .oneOf([...values], `${label} must be one of: ${values.join(', ')}`)
    .required(`${label} is required`);

const optionalText = (max: number, label: string) =>
  string().max(max, `${label} must be at most ${max} characters`).optional();

/** What proves that the person asked to be contacted. Kept with the lead. */
export const consentSchema = object({
  trustedFormCertUrl: optionalText(500, 'Certificate address'),
  jornayaLeadId: string().length(36, 'Jornaya lead id must be 36 characters').optional(),
  tcpaText: optionalText(4_000, 'Consent text'),
  ipAddress: optionalText(45, 'IP address'),
  landingPageUrl: optionalText(2_000, 'Landing page address'),
}).noUnknown();

/** A lead in the one canonical form, whatever names the funnel used. */
export const leadSchema = strictObject({
  fullName: string()
    .max(200, 'Name must be at most 200 characters')
    .matches(/\S/, 'Name is required')
    .required('Name is required'),
  /** E.164, North American numbering plan. */
  phone: string()
    .matches(/^\+1[2-9]\d{2}[2-9]\d{6}$/, 'Phone must be a valid US phone number')
    .required('Phone is required'),
  /** Lower case. */
  email: string()
    .max(254, 'Email must be at most 254 characters')
    .matches(/^[^\s@A-Z]+@[^\s@A-Z]+\.[^\s@A-Z]{2,}$/, 'Invalid email address')
    .required('Email is required'),
  state: string()
    .oneOf([...usStates], 'State must be a two-letter US state')
    .required('State is required'),
  zipCode: string()
    .matches(/^\d{5}(-\d{4})?$/, 'ZIP code must have 5 digits, or 5+4')
    .required('ZIP code is required'),
  ageRange: oneOf(ageRanges, 'Age range'),
  estimatedAssets: oneOf(assetBands, 'Estimated assets'),
  purchaseTimeline: oneOf(purchaseTimelines, 'Purchase timeline'),
  leadType: oneOf(leadTypes, 'Lead type'),
  consent: consentSchema.default(undefined).optional(),
  /** The funnel's own reference, given back in every answer. */
  reference: optionalText(75, 'Reference'),
});
export type Lead = InferType<typeof leadSchema>;

/** What a funnel may learn of a lead it sent. */
export const leadStatusSchema = strictObject({
  leadId: uuid(),
  status: string()
    .oneOf([...leadStates])
    .required(),
  receivedAt: instant(),
  soldAt: instant().nullable().defined(),
});
