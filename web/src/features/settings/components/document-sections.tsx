import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { StatementAnswer } from '@desk/contracts/billing/documents.routes';
import type { BillingDocument } from '@desk/contracts/billing/documents.schemas';
import {
  documentLabels,
  formatDocumentNumber,
  toSignedCents,
} from '@desk/contracts/billing/documents.values';
import { formatSignedAmount } from '@desk/contracts/format/price';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { MoreButton } from '@/components/page/more-button';
import { QueryError, QueryView } from '@/components/page/query-view';
import { type Column, DataTable } from '@/components/ui/data-table';
import { DownloadLink } from '@/components/ui/download-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ReceiptText } from '@/components/ui/icons';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { formatTimeZone } from '@/lib/format-time-zone';
import { formatMonth, listMonths } from '@/lib/months';
import { type RouteFile, routeFile } from '@/lib/route-file';
import { routeKey, routeQuery } from '@/lib/route-query';
import { SettingsSection } from './settings-section';

function Totals({ totals }: Pick<StatementAnswer, 'totals'>) {
  const { receipts, receiptsCents, creditNotes, creditNotesCents, reversals, reversalsCents } = totals;
  const rows = [
    [`Leads bought (${receipts})`, receiptsCents],
    [`Refunds (${creditNotes})`, -creditNotesCents],
    ...(reversals === 0 ? [] : [[`Refunds that failed (${reversals})`, reversalsCents] as const]),
    ['Total', receiptsCents - creditNotesCents + reversalsCents],
  ] as const;
  return (
    <dl className="tabular">
      {rows.map(([label, cents]) => (
        <div
          key={label}
          className="flex justify-between gap-4 border-b border-line py-2.5 last:border-0 last:font-semibold"
        >
          <dt>{label}</dt>
          <dd>{formatSignedAmount(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

const StatementLink = ({ file, children }: { file: RouteFile; children: string }) => (
  <DownloadLink file={file} pendingLabel="Downloading..." className="max-sm:grow">
    {children}
  </DownloadLink>
);

/** The current time is read once, so that the list of months does not change while it is open. */
export function StatementsSection({ user }: { user: CurrentUser }) {
  const { createdAt, timeZone } = user;
  const [months] = useState(() => listMonths(Date.parse(createdAt), Date.now(), timeZone));
  const [month = ''] = months;
  const [chosen, setChosen] = useState(month);
  const query = { month: chosen };
  const statement = useQuery({ ...routeQuery('getStatement', { query }), staleTime: 0 });
  return (
    <SettingsSection
      title="Statements"
      description={`A month begins and ends at midnight in your time zone, ${formatTimeZone(timeZone)}. A lead counts in the month in which it was charged, a refund in the month in which it was made.`}
    >
      <Select
        label="Month"
        className="max-w-64"
        options={months.map((value) => ({ value, label: formatMonth(value) }))}
        value={chosen}
        onChange={setChosen}
      />
      <div className="mt-4 min-h-[136px]">
        <QueryView query={statement} what="the statement" skeleton={<Skeleton className="h-24" />}>
          {({ totals }) => <Totals totals={totals} />}
        </QueryView>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <StatementLink file={routeFile('downloadStatement', { query })}>Download PDF</StatementLink>
        <StatementLink file={routeFile('exportStatement', { query })}>Download CSV</StatementLink>
      </div>
    </SettingsSection>
  );
}

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
