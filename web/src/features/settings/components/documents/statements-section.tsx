import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { StatementAnswer } from '@desk/contracts/billing/documents.routes';
import { formatSignedAmount } from '@desk/contracts/format/price';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '@/components/page/query-view';
import { DownloadLink } from '@/components/ui/download-link';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { formatTimeZone } from '@/lib/format-time-zone';
import { formatMonth, listMonths } from '@/lib/months';
import { type RouteFile, routeFile } from '@/lib/route-file';
import { routeQuery } from '@/lib/route-query';
import { SettingsSection } from '../settings-section';

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
  const [months] = useState(() => listMonths(createdAt, Date.now(), timeZone));
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
