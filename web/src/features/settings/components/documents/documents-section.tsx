import type { BillingDocument } from '@desk/contracts/billing/documents.schemas';
import {
  documentLabels,
  formatDocumentNumber,
  toSignedCents,
} from '@desk/contracts/billing/documents.values';
import { formatSignedAmount } from '@desk/contracts/format/price';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MoreButton } from '@/components/page/more-button';
import { QueryError } from '@/components/page/query-view';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { DownloadLink } from '@/components/ui/download-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ReceiptText } from '@/components/ui/icons';
import { callRoute } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { routeFile } from '@/lib/route-file';
import { routeKey } from '@/lib/route-query';
import { SettingsSection } from '../settings-section';

const columns: readonly Column<BillingDocument>[] = [
  {
    header: 'Number',
    role: 'name',
    noWrap: true,
    cell: (document) => (
      <Link
        to={`/receipts/${document.id}`}
        className="link pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5"
      >
        {formatDocumentNumber(document)}
      </Link>
    ),
  },
  { header: 'Date', noWrap: true, cell: ({ occurredAt }) => formatDateTime(occurredAt) },
  { header: 'Type', noWrap: true, cell: ({ kind }) => documentLabels[kind] },
  {
    header: 'Amount',
    align: 'end',
    noWrap: true,
    cell: (document) => formatSignedAmount(toSignedCents(document)),
  },
  {
    header: 'Download',
    role: 'action',
    cell: (document) => (
      <DownloadLink
        file={routeFile('downloadDocument', { params: { documentId: document.id } })}
        label={`PDF of ${documentLabels[document.kind]} ${formatDocumentNumber(document)}`}
      >
        PDF
      </DownloadLink>
    ),
  },
];

export function DocumentsSection() {
  const query = useInfiniteQuery({
    queryKey: routeKey('listDocuments'),
    queryFn: ({ pageParam }) => callRoute('listDocuments', { query: { after: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // A receipt follows each purchase.
    staleTime: 0,
  });
  const documents = query.data?.pages.flatMap((page) => page.documents);
  return (
    <SettingsSection
      title="Receipts"
      isFramed={false}
      description="One for each lead you buy, and a credit note for each refund. A receipt follows within a few seconds."
    >
      {query.data === undefined && query.isError ? (
        <QueryError query={query} what="your receipts" />
      ) : documents?.length === 0 ? (
        <EmptyState
          icon={ReceiptText}
          title="No receipts yet"
          description="Receipts for the leads you buy will appear here."
        />
      ) : (
        <DataTable
          caption="Receipts, newest first"
          columns={columns}
          rows={documents}
          minTableWidthPx={560}
        />
      )}
      <MoreButton query={query}>Show more</MoreButton>
    </SettingsSection>
  );
}
