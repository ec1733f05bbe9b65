import { formatPrice } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { clsx } from 'clsx';
import { Statistic } from '@/components/charts/statistic';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import type { Report } from '../api/reports.api';
import { compareAmounts, compareCounts, describeReturn, formatReturn, getCostPerWon } from '../lib/sentences';

interface ComparedStatisticProps {
  label: string;
  value: string;
  /** '9 more than before (33)'; undefined while the period before is not known. */
  change: string | undefined;
  note?: string | undefined;
  isMoney?: boolean;
}

const ComparedStatistic = ({ change, note, ...statistic }: ComparedStatisticProps) => (
  <Statistic {...statistic}>
    <span className="block min-h-6.5 text-muted">{change}</span>
    {note === undefined ? null : <span className="block text-sm text-muted">{note}</span>}
  </Statistic>
);

const changeOfCount = (now: number, before: number | undefined): string | undefined =>
  before === undefined ? undefined : `${compareCounts(now, before)} before (${formatCount(before)})`;

const changeOfAmount = (nowCents: number, beforeCents: number | undefined): string | undefined =>
  beforeCents === undefined
    ? undefined
    : `${compareAmounts(nowCents, beforeCents)} before (${formatPrice(beforeCents)})`;

function describeCostChange(nowCents: number | null, before: Report | undefined): string | undefined {
  if (before === undefined) return undefined;
  const beforeCents = getCostPerWon(toCents(before.spent), before.dispositions.won);
  if (beforeCents === null) return 'No client won before';
  return nowCents === null ? `${formatPrice(beforeCents)} before` : changeOfAmount(nowCents, beforeCents);
}

interface HeadlineProps {
  report: Report;
  before: Report | undefined;
}

/** The numbers that matter most, each compared with the period before. */
export function Headline({ report, before }: HeadlineProps) {
  const { leads, refunded, dispositions, commissionCents } = report;
  const hasCommission = commissionCents > 0;
  const spentCents = toCents(report.spent);
  const costCents = getCostPerWon(spentCents, dispositions.won);
  return (
    <section aria-label="Totals" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <dl
        className={clsx(
          'tabular grid gap-x-8 gap-y-5 sm:grid-cols-2',
          hasCommission ? 'xl:grid-cols-3' : 'xl:grid-cols-4',
        )}
      >
        <ComparedStatistic
          label="Leads"
          value={formatCount(leads)}
          change={changeOfCount(leads, before?.leads)}
          note={refunded === 0 ? undefined : `${formatCount(refunded)} of them refunded`}
        />
        <ComparedStatistic
          label="Spent"
          value={formatPrice(spentCents)}
          change={changeOfAmount(spentCents, before && toCents(before.spent))}
          isMoney
        />
        <ComparedStatistic
          label="Won"
          value={formatCount(dispositions.won)}
          change={changeOfCount(dispositions.won, before?.dispositions.won)}
        />
        <ComparedStatistic
          label="Cost per won client"
          value={costCents === null ? '-' : formatPrice(costCents)}
          change={describeCostChange(costCents, before)}
          isMoney
        />
        {hasCommission ? (
          <>
            <ComparedStatistic
              label="Commission"
              value={formatPrice(commissionCents)}
              change={changeOfAmount(commissionCents, before?.commissionCents)}
              isMoney
            />
            <ComparedStatistic
              label="Return"
              value={formatReturn(commissionCents - spentCents)}
              change={describeReturn(commissionCents, spentCents)}
              isMoney
            />
          </>
        ) : null}
      </dl>
      <p className="mt-4 text-sm text-muted">
        {formatDay(report.from)} to {formatDay(report.to)}
        {before === undefined ? null : `, before: ${formatDay(before.from)} to ${formatDay(before.to)}`}
      </p>
    </section>
  );
}
