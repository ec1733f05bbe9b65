import type { BalanceAmounts } from '@desk/contracts/billing/balance.schemas';
import { formatSignedAmount } from '@desk/contracts/format/price';
import { useState } from 'react';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { requiredChoice } from '@/components/list/list-params';
import type { Column } from '@/components/ui/data-table';
import { DownloadLink } from '@/components/ui/download-link';
import { Receipt } from '@/components/ui/icons';
import { capitalize } from '@/lib/capitalize';
import { formatTimeZone } from '@/lib/format-time-zone';
import { formatMonth, listMonths } from '@/lib/months';
import { formatCount, pluralize } from '@/lib/numbers';
import { routeFile } from '@/lib/route-file';
import { numeric } from '../columns';
import { useListQuery } from '../queries';
import { Page } from '@/components/page/page';

/** The id of a row is its day. */
type Row = BalanceAmounts & { readonly id: string };

const LISTED_MONTHS_MS = 2 * 365 * 86_400_000;
/** No two time zones differ by more. */
const MAX_ZONE_DIFFERENCE_MS = 26 * 3_600_000;
const TOTAL = 'Total';

const countColumn = (name: 'charges' | 'refunds' | 'disputes'): Column<Row> => ({
  header: capitalize(name),
  ...numeric,
  cell: (row) => `${formatSignedAmount(row[`${name}Cents` as const])} (${formatCount(row[name])})`,
});

/** In the reporting time zone, the month after the browser's may have begun. */
const listRecentMonths = (nowMs: number): string[] =>
  listMonths(nowMs - LISTED_MONTHS_MS, nowMs + MAX_ZONE_DIFFERENCE_MS, undefined);

const toBalanceList = (months: readonly string[], initial: string) =>
  defineList({
    one: 'balance report',
    many: 'balance report',
    sorted: 'oldest day first',
    params: {
      month: requiredChoice(
        'Month',
        Object.fromEntries(months.map((month) => [month, formatMonth(month)])),
        initial,
        'w-56',
      ),
    },
    useData: (query) => useListQuery('getBalanceReport', { query }),
    rows: ({ days, totals }): readonly Row[] =>
      days.length === 0
        ? []
        : [...days.map(({ day, ...amounts }) => ({ id: day, ...amounts })), { id: TOTAL, ...totals }],
    summary: ({ days, timeZone }) =>
      `${pluralize(days.length, 'day')}, midnight to midnight in ${formatTimeZone(timeZone)}`,
    columns: [
      { header: 'Day', role: 'name', noWrap: true, cell: ({ id }) => id },
      countColumn('charges'),
      countColumn('refunds'),
      countColumn('disputes'),
      {
        header: 'Fees',
        ...numeric,
        cell: ({ feesCents }) => (feesCents === null ? 'Not known yet' : formatSignedAmount(feesCents)),
      },
      {
        header: 'Net',
        ...numeric,
        cell: ({ feesCents, netCents }) => (
          <>
            <strong>{formatSignedAmount(netCents)}</strong>
            {feesCents === null ? <span className="block text-muted">before fees</span> : null}
          </>
        ),
      },
    ],
    minTableWidthPx: 760,
    tools: ({ month }) => (
      <DownloadLink
        file={routeFile('exportBalanceReport', { query: { month } })}
        pendingLabel="Downloading..."
      >
        Download CSV
      </DownloadLink>
    ),
    empty: () => ({
      icon: Receipt,
      title: 'No money moved',
      description: 'Days with charges, refunds, disputes or fees will appear here.',
    }),
  });

export function Component() {
  const [balanceList] = useState(() => {
    const nowMs = Date.now();
    const [thisMonth = ''] = listMonths(nowMs, nowMs, undefined);
    return toBalanceList(listRecentMonths(nowMs), thisMonth);
  });
  return (
    <Page description="What was charged, refunded, disputed and kept as fees on each day.">
      <List of={balanceList} />
    </Page>
  );
}
