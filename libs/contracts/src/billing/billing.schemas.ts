import { number, string } from 'yup';
import { strictObject } from '../primitives.js';

/** `unknown`: the provider's answer was lost; the charge is looked up until it is known. */
export const purchaseStates = ['pending', 'unknown', 'succeeded', 'failed', 'refunded'] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** What may be shown of a card. The number never reaches us. */
export const cardSummarySchema = strictObject({
  brand: string().max(40).required(),
  last4: string()
    .matches(/^\d{4}$/)
    .required(),
  expMonth: number().integer().min(1).max(12).required(),
  expYear: number().integer().min(2000).max(2100).required(),
});
