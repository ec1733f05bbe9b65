import { formatPrice } from '@desk/contracts/format/price';
import { type Bar, BarChart } from '@/components/charts/bar-chart';
import { ChartFrame } from '@/components/charts/chart-frame';
import type { ChartColumn } from '@/components/charts/chart-table';
import { formatCount, pluralize } from '@/lib/numbers';
import { divideByTime, isByMonth, type TimeSpan } from '@/lib/time-spans';
import { type MarketReport, sumDays } from './counts';
import { describeAccepted, describeRevenue } from './sentences';

interface ByDayProps {
  report: MarketReport;
  /** 'this month' */
  during: string;
}

const toBar = (span: TimeSpan, text: string, values: Pick<Bar, 'value' | 'part'>): Bar => ({
  key: span.from,
  name: `${span.name}: ${text}${span.isUnfinished ? ' so far' : ''}`,
  label: span.label,
  ...values,
  isQuiet: span.isQuiet,
  isUnfinished: span.isUnfinished,
});

const getUnit = (report: MarketReport): 'day' | 'month' => (isByMonth(report) ? 'month' : 'day');
const nameFirstColumn = (report: MarketReport): ChartColumn =>
  isByMonth(report) ? { header: 'Month', kind: 'text' } : { header: 'Day', kind: 'day' };

const hasUnfinished = (spans: readonly TimeSpan[]): boolean => spans.some(({ isUnfinished }) => isUnfinished);

export function LeadsByDay({ report, during }: ByDayProps) {
  const unit = getUnit(report);
  const spans = divideByTime(report, sumDays);
  return (
    <ChartFrame
      title={`Leads per ${unit}`}
      conclusion={describeAccepted(
        spans.map((span) => ({ ...span, value: span.accepted })),
        during,
      )}
      fileName={`accepted-leads-per-${unit}_${report.from}_${report.to}`}
      table={{
        columns: [
          nameFirstColumn(report),
          { header: 'Accepted', kind: 'count' },
          { header: 'Sold', kind: 'count' },
        ],
        rows: spans.map(({ from, name, accepted, sold }) => ({
          key: from,
          cells: [unit === 'day' ? from : name, accepted, sold],
        })),
      }}
    >
      <BarChart
        label={`Accepted and sold leads per ${unit}`}
        bars={spans.map((span) =>
          toBar(span, `${formatCount(span.accepted)} accepted, ${formatCount(span.sold)} sold`, {
            value: span.accepted,
            part: span.sold,
          }),
        )}
        format={formatCount}
      />
      <p className="mt-3 text-sm text-muted">
        The dark part of a bar is sold.
        {hasUnfinished(spans)
          ? ` The dashed bar, ${unit === 'day' ? 'today' : 'this month'}, is not final.`
          : null}
      </p>
    </ChartFrame>
  );
}

export function RevenueByDay({ report, during }: ByDayProps) {
  const unit = getUnit(report);
  const spans = divideByTime(report, sumDays);
  return (
    <ChartFrame
      title={`Revenue per ${unit}`}
      conclusion={describeRevenue(
        spans.map((span) => ({ ...span, value: span.revenueCents })),
        during,
      )}
      fileName={`revenue-per-${unit}_${report.from}_${report.to}`}
      table={{
        columns: [
          nameFirstColumn(report),
          { header: 'Revenue', kind: 'money' },
          { header: 'Refunded leads', kind: 'count' },
        ],
        rows: spans.map(({ from, name, revenueCents, refunded }) => ({
          key: from,
          cells: [unit === 'day' ? from : name, revenueCents, refunded],
        })),
      }}
    >
      <BarChart
        label={`Revenue per ${unit}`}
        bars={spans.map((span) =>
          toBar(span, `${formatPrice(span.revenueCents)} from ${pluralize(span.sold, 'sold lead')}`, {
            value: span.revenueCents,
          }),
        )}
        format={formatPrice}
      />
    </ChartFrame>
  );
}
