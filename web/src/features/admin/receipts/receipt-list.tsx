import type { AdminDocument } from '@desk/contracts/billing/documents.routes';
import {
  type DocumentKind,
  documentLabels,
  formatDocumentNumber,
  toSignedCents,
} from '@desk/contracts/billing/documents.values';
import { formatSignedAmount } from '@desk/contracts/format/price';
import { listPage } from '@/components/list/list';
import { choice, cursor, search } from '@/components/list/list-params';
import { DownloadLink } from '@/components/ui/download-link';
import { Receipt } from '@/components/ui/icons';
import type { Column } from '@/components/ui/data-table';
import { formatDateTime } from '@/lib/dates';
import { routeFile } from '@/lib/route-file';
import { agentColumn, AgentLink, leadColumn, numeric } from '../columns';
import { useListQuery } from '../queries';

const kindLabels: Readonly<Record<DocumentKind, string>> = {
  receipt: 'Receipts',
  'credit-note': 'Credit notes',
  reversal: 'Reversals',
};

/** The digits of a number as printed or typed: `R-000042` → `42`. */
const toDigits = (typed: string): string => typed.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, 15);

const columns: readonly Column<AdminDocument>[] = [
  { header: 'Number', role: 'name', noWrap: true, cell: formatDocumentNumber },
  { header: 'Date', noWrap: true, cell: ({ occurredAt }) => formatDateTime(occurredAt) },
  { ...agentColumn, cell: ({ user }) => <AgentLink agent={user} /> },
  { header: 'Type', noWrap: true, cell: ({ kind }) => documentLabels[kind] },
  leadColumn,
  { header: 'Amount', ...numeric, cell: (document) => formatSignedAmount(toSignedCents(document)) },
  {
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

export const Component = listPage({
  description: 'The receipts and credit notes of all agents. Each kind is numbered without gaps.',
  one: 'receipt',
  sorted: 'newest first',
  params: {
    number: search({ hint: 'Number, such as R-000042' }, toDigits),
    kind: choice('Type', kindLabels),
    after: cursor,
  },
  useData: (query) => useListQuery('listAllDocuments', { query }),
  changes: ['payments'],
  rows: ({ documents }): readonly AdminDocument[] => documents,
  columns,
  minTableWidthPx: 820,
  empty: {
    icon: Receipt,
    title: 'No receipts yet',
    description: 'Receipts of charges and credit notes of refunds will appear here.',
  },
});
