import { array, type InferType, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { buyerName, timeAndId } from '../admin/admin.fields.js';
import { oneOf, strictObject, timeZone, uuid } from '../primitives.js';
import {
  calendarMonth,
  businessSchema,
  documentSchema,
  documentTotalsSchema,
  printedDocumentSchema,
} from './documents.schemas.js';
import { documentKinds } from './documents.values.js';

export const documentsQuery = strictObject({ after: timeAndId('After') });
/** `next` is the `after` of the next page; null on the last one. */
export const documentsAnswer = strictObject({
  documents: array(documentSchema).required(),
  next: string().nullable().defined(),
});
export type Documents = InferType<typeof documentsAnswer>;

export const adminDocumentsQuery = strictObject({
  kind: oneOf(documentKinds, 'Kind').optional(),
  /** Digits of a printed number. */
  number: boundedText({
    max: 15,
    pattern: /^[1-9]\d{0,14}$/,
    message: 'Number must be a whole number from 1',
  }).optional(),
  after: timeAndId('After'),
});
export const adminDocumentSchema = documentSchema.shape({ user: buyerName() }).noUnknown();
export type AdminDocument = InferType<typeof adminDocumentSchema>;
export const adminDocumentsAnswer = strictObject({
  documents: array(adminDocumentSchema).required(),
  next: string().nullable().defined(),
});

/** Whom the document is addressed to. */
const billedTo = strictObject({ name: string().defined(), companyName: string().nullable().defined() });
export const documentAnswer = printedDocumentSchema.shape({ billedTo, timeZone: timeZone() }).noUnknown();
export type DocumentAnswer = InferType<typeof documentAnswer>;

export const statementQuery = strictObject({ month: calendarMonth('Month') });
export const adminStatementQuery = strictObject({ month: calendarMonth('Month'), userId: uuid() });
export const statementAnswer = strictObject({
  month: calendarMonth('Month'),
  /** The month begins and ends at midnight in this zone. */
  timeZone: timeZone(),
  totals: documentTotalsSchema,
  business: businessSchema,
});
export type StatementAnswer = InferType<typeof statementAnswer>;
