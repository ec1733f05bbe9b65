import { number, object, string, type InferType } from 'yup';
import { flag, instant, strictObject, uuid } from '../primitives.js';
import { ageRanges, assetBands, leadStates, leadTypes, purchaseTimelines, usStates } from './leads.values.js';

/** What a funnel is answered: stable, in the snake_case that funnels expect. */
export const acceptedLeadAnswer = strictObject({
  status: string().oneOf(['accepted']).required(),
  lead_id: uuid(),
  /** True when this very lead was accepted before and nothing new was done. */
  replayed: flag(),
  received_at: instant(),
  reference: string().nullable().defined(),
});
export type AcceptedLeadAnswer = InferType<typeof acceptedLeadAnswer>;

export const leadStatusAnswer = strictObject({
  lead_id: uuid(),
  status: string()
    .oneOf([...leadStates])
    .required(),
  received_at: instant(),
  sold_at: instant().nullable().defined(),
});
export type LeadStatusAnswer = InferType<typeof leadStatusAnswer>;

/**
 * The documented fields of a posted lead. For the description of the API only: the usual other names are taken too,
 * and what is read from them is checked by `leadSchema`.
 */
export const postedLeadBody = object({
  first_name: string(),
  last_name: string(),
  full_name: string(),
  phone: string().required(),
  email: string().required(),
  state: string()
    .oneOf([...usStates])
    .required(),
  zip_code: string().required(),
  age_range: string().oneOf([...ageRanges]),
  age: number().integer(),
  dob: string(),
  estimated_assets: string()
    .oneOf([...assetBands])
    .required(),
  purchase_timeline: string()
    .oneOf([...purchaseTimelines])
    .required(),
  lead_type: string()
    .oneOf([...leadTypes])
    .required(),
  trustedform_cert_url: string(),
  jornaya_leadid: string(),
  tcpa_text: string(),
  ip_address: string(),
  landing_page_url: string(),
  reference: string(),
});
