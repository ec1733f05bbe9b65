import { array, type InferType, string } from 'yup';
import { timeAndId, userName } from '../admin/admin.fields.js';
import { boundedText } from '../bounded-text.js';
import { defineRoute } from '../define-route.js';
import { oneOf, strictObject, timeZone, uuid } from '../primitives.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import {
  businessSchema,
  calendarMonth,
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
  /** A printed number without its prefix and zeros: `42` for `R-000042`. */
  number: boundedText({
    max: 15,
    pattern: /^[1-9]\d{0,14}$/,
    message: 'Number must be a whole number from 1',
  }).optional(),
  after: timeAndId('After'),
});
export const adminDocumentSchema = documentSchema
  .shape({
    user: userName(),
    /** Null if it no longer exists. */
    lead: strictObject({ fullName: string().required() }).nullable(),
  })
  .noUnknown();
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

const pdf = (description: string) => ({ contentType: 'application/pdf', description }) as const;
const csv = { contentType: 'text/csv', description: 'A row of headings, then one row per document' } as const;
const params = { documentId: 'DOCUMENT_NOT_FOUND' } as const;
/** Rendering a PDF costs processor time. */
const documentLimits = [perUser(60, MINUTE_SECONDS)];
const statementLimits = [perUser(10, MINUTE_SECONDS)];

export const documentRoutes = {
  listDocuments: defineRoute('GET', '/api/billing/documents', 'agent', {
    summary: "List the agent's own receipts and credit notes, newest first",
    query: documentsQuery,
    answer: documentsAnswer,
  }),
  getDocument: defineRoute('GET', '/api/billing/documents/:documentId', 'agent', {
    summary: "Get one of the agent's own receipts or credit notes",
    params,
    answer: documentAnswer,
  }),
  downloadDocument: defineRoute('GET', '/api/billing/documents/:documentId/pdf', 'agent', {
    audit: 'export',
    summary: "Download one of the agent's own receipts or credit notes",
    params,
    text: pdf('The receipt or credit note'),
    limits: documentLimits,
  }),
  getStatement: defineRoute('GET', '/api/billing/statement', 'agent', {
    summary: "Get the totals of a month in the agent's time zone",
    query: statementQuery,
    answer: statementAnswer,
  }),
  downloadStatement: defineRoute('GET', '/api/billing/statement/pdf', 'agent', {
    audit: 'export',
    summary: "Download the agent's monthly statement",
    query: statementQuery,
    text: pdf('The statement'),
    limits: statementLimits,
  }),
  exportStatement: defineRoute('GET', '/api/billing/statement/csv', 'agent', {
    audit: 'export',
    summary: "Export the agent's monthly statement as a spreadsheet",
    query: statementQuery,
    text: csv,
    limits: statementLimits,
  }),
  listAllDocuments: defineRoute('GET', '/api/admin/documents', 'admin', {
    audit: 'personal-data',
    summary: 'List the receipts and credit notes of all agents, newest first',
    query: adminDocumentsQuery,
    answer: adminDocumentsAnswer,
  }),
  downloadAnyDocument: defineRoute('GET', '/api/admin/documents/:documentId/pdf', 'admin', {
    audit: 'export',
    summary: 'Download any receipt or credit note',
    params,
    text: pdf('The receipt or credit note'),
    limits: documentLimits,
  }),
  downloadAgentStatement: defineRoute('GET', '/api/admin/statement/pdf', 'admin', {
    audit: 'export',
    summary: "Download an agent's monthly statement",
    query: adminStatementQuery,
    text: pdf('The statement'),
    errors: ['USER_NOT_FOUND'],
    limits: statementLimits,
  }),
  exportAgentStatement: defineRoute('GET', '/api/admin/statement/csv', 'admin', {
    audit: 'export',
    summary: "Export an agent's monthly statement as a spreadsheet",
    query: adminStatementQuery,
    text: csv,
    errors: ['USER_NOT_FOUND'],
    limits: statementLimits,
  }),
} as const;
