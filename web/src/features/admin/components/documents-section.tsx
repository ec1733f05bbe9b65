import type { AdminDocument } from '@desk/contracts/billing/documents.routes';
import {
  type DocumentKind,
  documentKinds,
  documentLabels,
  formatDocumentNumber,
  toSignedCents,
} from '@desk/contracts/billing/documents.values';
import { formatSignedAmount } from '@desk/contracts/format/price';
import { useQuery } from '@tanstack/react-query';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { DownloadLink } from '@/components/ui/download-link';
import { EmptyState } from '@/components/ui/empty-state';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { formatDateTime } from '@/lib/dates';
import { routeFile } from '@/lib/route-file';
import { adminDocumentsQuery, type DocumentListView } from '../api/documents';
import { Receipt } from '../icons';
import { parseCursor } from '../lib/cursor';
import { isKeyOf } from '../lib/labels';
import { pluralize } from '../lib/numbers';
import { type ListUrlState, useListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { LeadLink } from './lead-link';

const kindLabels: Readonly<Record<DocumentKind | 'all', string>> = {
  all: 'All',
  receipt: 'Receipts',
  'credit-note': 'Credit notes',
  reversal: 'Reversals',
};

const columns: readonly Column<AdminDocument>[] = [
  { id: 'number', header: 'Number', role: 'name', noWrap: true, cell: formatDocumentNumber },
  { id: 'date', header: 'Date', noWrap: true, cell: ({ occurredAt }) => formatDateTime(occurredAt) },
  {
    id: 'user',
    header: 'Agent',
    className: 'min-w-30 wrap-anywhere',
    cell: ({ user }) => (user ? `${user.firstName} ${user.lastName}`.trim() || '-' : '-'),
  },
  { id: 'type', header: 'Type', noWrap: true, cell: ({ kind }) => documentLabels[kind] },
  {
    id: 'lead',
    header: 'Lead',
    noWrap: true,
    cell: ({ leadId }) => <LeadLink id={leadId} name={leadId.slice(0, 8)} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    noWrap: true,
    cell: (document) => formatSignedAmount(toSignedCents(document)),
  },
  {
    id: 'download',
    header: 'Download',
    role: 'action',
    cell: (document) => (
      <DownloadLink
        file={routeFile('downloadAnyDocument', { params: { documentId: document.id } })}
        label={`PDF of ${documentLabels[document.kind]} ${formatDocumentNumber(document)}`}
      >
        PDF
      </DownloadLink>
    ),
  },
];

/** The digits of a number as printed or typed: `R-000042` → `42`. */
const toDigits = (typed: string): string => typed.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, 15);

function parseView({ get }: ListUrlState): DocumentListView {
  const kind = get('kind');
  return {
    kind: isKeyOf(documentLabels, kind) ? kind : null,
    number: toDigits(get('number') ?? ''),
    after: parseCursor(get('after')),
  };
}

export function DocumentsSection() {
  const listState = useListUrlState();
  const view = parseView(listState);
  const query = useQuery(adminDocumentsQuery(view));
  const pages = listState.getPages('after', query);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <Select
          label="Type"
          className="w-48"
          options={(['all', ...documentKinds] as const).map((value) => ({
            value,
            label: kindLabels[value],
          }))}
          value={view.kind ?? 'all'}
          onChange={(kind) => listState.update({ kind: kind === 'all' ? null : kind, after: null })}
        />
        <SearchField
          label="Search receipts"
          hint="Number, such as R-000042"
          value={view.number}
          onSearch={(number) =>
            listState.update({ number: toDigits(number), after: null }, { replace: true })
          }
        />
      </div>
      <AdminList
        query={query}
        pageKey={view.after ?? ''}
        loading="Loading receipts..."
        failure="The receipts could not be loaded."
        isEmpty={({ documents }) => documents.length === 0}
        summary={({ documents }) => pluralize(documents.length, 'document')}
        empty={
          <EmptyState
            icon={Receipt}
            title="No receipts"
            description="Receipts of charges and credit notes of refunds will appear here."
          />
        }
        pager={<CursorPager label="Receipts" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Receipts, newest first"
            columns={columns}
            rows={data?.documents}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={820}
          />
        )}
      </AdminList>
    </>
  );
}
