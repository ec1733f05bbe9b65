import { array, number } from 'yup';
import { defineCommand } from '../define-message.js';
import { instant, oneOf, strictObject, uuid } from '../primitives.js';
import {
  businessSchema,
  documentSchema,
  documentTotalsSchema,
  printedDocumentSchema,
} from './documents.schemas.js';
import { documentKinds, DOCUMENTS_PAGE_MAX } from './documents.values.js';

const position = () => strictObject({ occurredAt: instant(), id: uuid() }).nullable();

/** Lists receipts and credit notes, newest first; those of one buyer, or of all if `buyerId` is null. */
export const listDocuments = defineCommand('billing', 'documents.list', {
  request: strictObject({
    buyerId: uuid().nullable(),
    kind: oneOf(documentKinds).nullable().defined(),
    /** The exact number; null for any. */
    number: number().integer().min(1).max(Number.MAX_SAFE_INTEGER).nullable().defined(),
    after: position(),
    limit: number().integer().min(1).max(DOCUMENTS_PAGE_MAX).required(),
  }),
  response: strictObject({ documents: array(documentSchema).required(), next: position() }),
});

/** Gets one document with all that is printed. `buyerId` limits it to one buyer; null is for admins. */
export const getDocument = defineCommand('billing', 'documents.get', {
  request: strictObject({ documentId: uuid(), buyerId: uuid().nullable() }),
  response: printedDocumentSchema,
  errors: ['DOCUMENT_NOT_FOUND'],
});

const period = { buyerId: uuid(), from: instant(), to: instant() };

/** Sums a buyer's documents of a period, `to` excluded. */
export const getStatementTotals = defineCommand('billing', 'statements.get-totals', {
  request: strictObject(period),
  response: strictObject({ totals: documentTotalsSchema, business: businessSchema }),
});

/** Lists a buyer's documents of a period, oldest first. */
export const listStatementLines = defineCommand('billing', 'statements.list-lines', {
  request: strictObject({
    ...period,
    after: position(),
    limit: number().integer().min(1).max(DOCUMENTS_PAGE_MAX).required(),
  }),
  response: strictObject({ lines: array(documentSchema).required(), next: position() }),
});
