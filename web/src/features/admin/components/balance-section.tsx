import type { BalanceAmounts } from '@desk/contracts/billing/balance.schemas';
import { formatSignedAmount } from '@desk/contracts/format/price';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { DownloadLink } from '@/components/ui/download-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/select';
import { formatMonth, listMonths } from '@/lib/months';
import { routeFile } from '@/lib/route-file';
import { balanceQuery } from '../api/balance';
import { Receipt } from '../icons';
import { formatCount, pluralize } from '../lib/numbers';
import { AdminList } from './admin-list';

type Row = BalanceAmounts & { readonly day: string };

const LISTED_MONTHS_MS = 2 * 365 * 86_400_000;
const TOTAL = 'Total';

const counted = (count: number, cents: number): string =>
  `${formatSignedAmount(cents)} (${formatCount(count)})`;

const columns: readonly Column<Row>[] = [
  { id: 'day', header: 'Day', role: 'name', noWrap: true, cell: ({ day }) => day },
  {
    id: 'charges',
    header: 'Charges',
    align: 'end',
    noWrap: true,
    cell: ({ charges, chargesCents }) => counted(charges, chargesCents),
  },
  {
    id: 'refunds',
    header: 'Refunds',
    align: 'end',
    noWrap: true,
    cell: ({ refunds, refundsCents }) => counted(refunds, refundsCents),
  },
  {
    id: 'disputes',
    header: 'Disputes',
    align: 'end',
    noWrap: true,
    cell: ({ disputes, disputesCents }) => counted(disputes, disputesCents),
  },
  {
    id: 'fees',
    header: 'Fees',
    align: 'end',
    noWrap: true,
    cell: ({ feesCents }) => (feesCents === null ? 'Not known yet' : formatSignedAmount(feesCents)),
  },
  {
    id: 'net',
    header: 'Net',
    align: 'end',
    noWrap: true,
    cell: ({ feesCents, netCents }) => (
      <>
        <strong>{formatSignedAmount(netCents)}</strong>
        {feesCents === null ? <span className="block text-muted">before fees</span> : null}
      </>
    ),
  },
];

/** The browser's zone decides only which month is shown first. */
const listRecentMonths = (): string[] =>
  listMonths(
    new Date(Date.now() - LISTED_MONTHS_MS).toISOString(),
    Date.now(),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );

/** What each day of a month brought. */
export function BalanceSection() {
  const [months] = useState(listRecentMonths);
  const [chosen, setChosen] = useState(months[0] ?? '');
  const query = useQuery(balanceQuery(chosen));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <Select
          label="Month"
          className="w-56"
          options={months.map((value) => ({ value, label: formatMonth(value) }))}
          value={chosen}
          onChange={setChosen}
        />
        <DownloadLink
          file={routeFile('exportBalanceReport', { query: { month: chosen } })}
          pendingLabel="Downloading..."
        >
          Download CSV
        </DownloadLink>
      </div>
      <AdminList
        query={query}
        pageKey={chosen}
        loading="Loading the balance report..."
        failure="The balance report could not be loaded."
        isEmpty={({ days }) => days.length === 0}
        summary={({ days, timeZone }) =>
          `${pluralize(days.length, 'day')}, midnight to midnight in ${timeZone}`
        }
        empty={
          <EmptyState
            icon={Receipt}
            title="No money moved"
            description="Days with charges, refunds, disputes or fees will appear here."
          />
        }
        pager={null}
      >
        {(data) => (
          <DataTable
            caption="Balance report, oldest day first"
            columns={columns}
            rows={data && [...data.days, { day: TOTAL, ...data.totals }]}
            getRowKey={({ day }) => day}
            isStale={query.isPlaceholderData}
            minTableWidthPx={760}
          />
        )}
      </AdminList>
    </>
  );
}
