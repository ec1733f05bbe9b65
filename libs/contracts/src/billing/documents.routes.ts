import { defineRoute } from '../define-route.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import {
  adminDocumentsAnswer,
  adminDocumentsQuery,
  adminStatementQuery,
  documentAnswer,
  documentsAnswer,
  documentsQuery,
  statementAnswer,
  statementQuery,
} from './documents.http.js';

const pdf = (description: string) => ({ contentType: 'application/pdf', description }) as const;
const csv = { contentType: 'text/csv', description: 'A row of headings, then one row per document' } as const;
const params = { documentId: 'DOCUMENT_NOT_FOUND' } as const;
/** Setting pages costs processor time. */
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
