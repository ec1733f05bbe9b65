import { array, number, string, type InferType } from 'yup';
import { cents, instant, strictObject, uuid } from '../primitives.js';
import { consentSchema } from './leads.schemas.js';
import { leadStates, offerStates } from './leads.values.js';

const filled = () => string().required();
const status = () =>
  string()
    .oneOf([...leadStates])
    .required();

/** A lead as the market's own people see it in a list. */
export const leadHistoryEntrySchema = strictObject({
  id: uuid(),
  fullName: filled(),
  email: filled(),
  phone: filled(),
  state: filled(),
  leadType: filled(),
  status: status(),
  funnelName: filled(),
  offersMade: number().integer().min(0).required(),
  receivedAt: instant(),
  soldAt: instant().nullable().defined(),
  deliveredAt: instant().nullable().defined(),
  buyerId: uuid().nullable().defined(),
});
export type LeadHistoryEntry = InferType<typeof leadHistoryEntrySchema>;

/** One try to sell it: reserved for a buyer, then charged, declined, or released. */
export const offerSchema = strictObject({
  id: uuid(),
  buyerId: uuid(),
  status: string()
    .oneOf([...offerStates])
    .required(),
  amountCents: cents(),
  slotNumber: number().integer().required(),
  limitInForce: number().integer().required(),
  reservedAt: instant(),
  closedAt: instant().nullable().defined(),
  declineCode: string().nullable().defined(),
});
export type Offer = InferType<typeof offerSchema>;

export const leadDetailSchema = leadHistoryEntrySchema
  .shape({
    zipCode: filled(),
    ageRange: filled(),
    estimatedAssets: filled(),
    purchaseTimeline: filled(),
    reference: string().nullable().defined(),
    consent: consentSchema.nullable().defined(),
    offers: array(offerSchema).required(),
  })
  .noUnknown();
export type LeadDetail = InferType<typeof leadDetailSchema>;
