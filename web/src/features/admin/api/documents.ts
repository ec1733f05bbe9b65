import type { DocumentKind } from '@desk/contracts/billing/documents.values';
import { routeQuery } from '@/lib/route-query';
import { listOptions } from './list-options';

export interface DocumentListView {
  readonly kind: DocumentKind | null;
  /** Digits; empty for all. */
  readonly number: string;
  readonly after: string | null;
}

export const adminDocumentsQuery = ({ kind, number, after }: DocumentListView) => ({
  ...routeQuery('listAllDocuments', {
    query: { ...(kind && { kind }), ...(number !== '' && { number }), ...(after !== null && { after }) },
  }),
  ...listOptions,
});
