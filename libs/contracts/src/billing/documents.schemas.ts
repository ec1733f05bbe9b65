import { array, type InferType, number, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { cents, count, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { documentKinds } from './documents.values.js';

/** The seller, with the name and address at the time when the document was issued. */
export const businessSchema = strictObject({
  name: string().required(),
  addressLines: array(string().required()).min(1).required(),
  taxId: string().nullable().defined(),
});
export type Business = InferType<typeof businessSchema>;

/** A receipt, credit note or reversal. Refers to the lead by id only. */
export const documentSchema = strictObject({
  id: uuid(),
  kind: oneOf(documentKinds).required(),
  number: number().integer().min(1).required(),
  userId: uuid(),
  leadId: uuid(),
  amountCents: cents(),
  /** When the card was charged, the refund made, or the refund found to have failed. */
  occurredAt: instant(),
  issuedAt: instant(),
  /** The receipt that a credit note or reversal refers to; null on a receipt. */
  receiptNumber: number().integer().min(1).nullable().defined(),
});
export type BillingDocument = InferType<typeof documentSchema>;

export const printedDocumentSchema = documentSchema
  .shape({ stripePaymentIntentId: string().max(255).required(), business: businessSchema })
  .noUnknown();
export type PrintedDocument = InferType<typeof printedDocumentSchema>;

export const documentTotalsSchema = strictObject({
  receipts: count(),
  receiptsCents: count(),
  creditNotes: count(),
  creditNotesCents: count(),
  reversals: count(),
  reversalsCents: count(),
});
export type DocumentTotals = InferType<typeof documentTotalsSchema>;

/** A calendar month: `2026-03`. */
export const calendarMonth = (label: string) =>
  boundedText({
    max: 7,
    pattern: /^20\d\d-(0[1-9]|1[0-2])$/,
    message: `${label} must be a month such as 2026-03`,
  }).required();
