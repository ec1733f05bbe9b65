import { formatPrice } from '@desk/contracts/format/price';
import { useQuery } from '@tanstack/react-query';
import { ChartFrame } from '@/components/charts/chart-frame';
import type { DayRange } from '@/components/charts/periods';
import { QueryView } from '@/components/page/query-view';
import { ButtonLink } from '@/components/ui/button';
import { Facts } from '@/components/ui/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { pluralize } from '@/lib/numbers';
import { routeQuery } from '@/lib/route-query';
import { divideByTime } from '@/lib/time-spans';
import { firstColumns, getUnit, nameSpan } from './by-day';
import { type MoneyReport, sumMoney } from './counts';
import { describeMoney } from './sentences';
import { NotedStatistic } from './totals';

interface MoneyProps {
  days: DayRange;
  /** 'this month' */
  during: string;
}

/** '$160 in 2 refunds' */
const describeAmount = (cents: number, count: number, noun: string): string =>
  `${formatPrice(cents)} in ${pluralize(count, noun)}`;

function Movements({ report, during }: { report: MoneyReport; during: string }) {
  const { from, to, totals } = report;
  const { feesCents, netCents } = totals;
  const unit = getUnit(report);
  return (
    <ChartFrame
      title="What is left of the money"
      conclusion={describeMoney(totals, during)}
      actions={
        <ButtonLink variant="secondary" to={`/admin/balance?month=${to.slice(0, 7)}`}>
          Balance
        </ButtonLink>
      }
      fileName={`money-per-${unit}_${from}_${to}`}
      table={{
        columns: [
          firstColumns[unit],
          { header: 'Charged', kind: 'money' },
          { header: 'Refunded', kind: 'money' },
          { header: 'Disputed', kind: 'money' },
          { header: 'Fees', kind: 'money' },
          { header: 'Net', kind: 'money' },
        ],
        rows: divideByTime(report, sumMoney).map((span) => ({
          key: span.from,
          cells: [
            nameSpan(span, unit),
            span.chargesCents,
            span.refundsCents,
            span.disputesCents,
            span.feesCents,
            span.netCents,
          ],
        })),
      }}
    >
      <div className="flex flex-wrap items-start gap-x-16 gap-y-5">
        <dl className="tabular">
          <NotedStatistic
            label="Net"
            value={formatPrice(netCents)}
            note={feesCents === null ? 'before fees' : 'after refunds, disputes and fees'}
            isMoney
          />
        </dl>
        <Facts
          facts={[
            ['Charged', describeAmount(totals.chargesCents, totals.charges, 'charge')],
            ['Refunded', describeAmount(totals.refundsCents, totals.refunds, 'refund')],
            ['Disputed', describeAmount(totals.disputesCents, totals.disputes, 'dispute')],
            ['Fees', feesCents === null ? 'Not reported by the card provider yet' : formatPrice(feesCents)],
          ]}
        />
      </div>
      <p className="mt-5 text-sm text-muted">
        Money counts on the day it moved, whenever the lead was accepted. Disputes are what banks withdrew.
      </p>
    </ChartFrame>
  );
}

/** The charges, and the amounts that went to refunds, disputes and fees. */
export const Money = ({ days, during }: MoneyProps) => (
  <QueryView
    query={useQuery({ ...routeQuery('getMoneyReport', { query: days }), staleTime: 0 })}
    what="the money report"
    skeleton={<Skeleton className="h-90 w-full" />}
  >
    {(report) => <Movements report={report} during={during} />}
  </QueryView>
);
