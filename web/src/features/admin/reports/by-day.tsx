import { formatPrice } from '@desk/contracts/format/price';
import { type Bar, BarChart } from '@/components/charts/bar-chart';
import { ChartFrame } from '@/components/charts/chart-frame';
import type { ChartColumn } from '@/components/charts/chart-table';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import { divideByTime, isByMonth, type TimeSpan } from '@/lib/time-spans';
import { leadsPath } from '../leads/leads-path';
import { type DayTotals, findDelay, type MarketReport, sumDays, toShare } from './counts';
import { describeAccepted, describeDelivery, describeRevenue } from './sentences';

interface ByDayProps {
  report: MarketReport;
  /** 'this month' */
  during: string;
}

const toBar = (span: TimeSpan, text: string, values: Pick<Bar, 'value' | 'part' | 'text' | 'to'>): Bar => ({
  key: span.from,
  name: `${span.name}: ${text}${span.isUnfinished ? ' so far' : ''}`,
  label: span.label,
  ...values,
  isQuiet: span.isQuiet,
  isUnfinished: span.isUnfinished,
});

type Unit = 'day' | 'month';
type Span = TimeSpan & DayTotals;

export const getUnit = (report: Pick<MarketReport, 'from' | 'to'>): Unit =>
  isByMonth(report) ? 'month' : 'day';
export const firstColumns: Readonly<Record<Unit, ChartColumn>> = {
  day: { header: 'Day', kind: 'day' },
  month: { header: 'Month', kind: 'text' },
};
export const nameSpan = ({ from, name }: TimeSpan, unit: Unit): string => (unit === 'day' ? from : name);

const hasUnfinished = (spans: readonly TimeSpan[]): boolean => spans.some(({ isUnfinished }) => isUnfinished);

/** Returns a link to the leads accepted in the span, if there are any. */
const toAccepted = ({ from, to, accepted }: Span): { to?: string } =>
  accepted === 0 ? {} : { to: leadsPath({ from, to }) };
/** Returns a link to those of them that were sold. */
const toSold = ({ from, to, sold }: Span): { to?: string } =>
  sold === 0 ? {} : { to: leadsPath({ from, to, status: 'sold' }) };

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
          firstColumns[unit],
          { header: 'Accepted', kind: 'count' },
          { header: 'Sold', kind: 'count' },
        ],
        rows: spans.map((span) => ({
          key: span.from,
          cells: [nameSpan(span, unit), span.accepted, span.sold],
          ...toAccepted(span),
        })),
      }}
    >
      <BarChart
        label={`Accepted and sold leads per ${unit}`}
        bars={spans.map((span) =>
          toBar(span, `${formatCount(span.accepted)} accepted, ${formatCount(span.sold)} sold`, {
            value: span.accepted,
            part: span.sold,
            ...toAccepted(span),
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
          firstColumns[unit],
          { header: 'Revenue', kind: 'money' },
          { header: 'Sold leads', kind: 'count' },
          { header: 'Refunded leads', kind: 'count' },
        ],
        rows: spans.map((span) => ({
          key: span.from,
          cells: [nameSpan(span, unit), span.revenueCents, span.sold, span.refunded],
          ...toSold(span),
        })),
      }}
    >
      <BarChart
        label={`Revenue per ${unit}`}
        bars={spans.map((span) =>
          toBar(span, `${formatPrice(span.revenueCents)} from ${pluralize(span.sold, 'sold lead')}`, {
            value: span.revenueCents,
            ...toSold(span),
          }),
        )}
        format={formatPrice}
      />
    </ChartFrame>
  );
}

/** Builds a bar of 100% of the deliveries. The dark part is the share within a second. */
function toDeliveryBar(span: Span): Bar {
  const { delivered, deliveredInTime } = span;
  const share = toShare(deliveredInTime, delivered);
  if (share === null) return toBar(span, 'nothing delivered', { value: 0 });
  return toBar(span, `${formatShare(share)} of ${formatCount(delivered)} within a second`, {
    value: 100,
    part: share * 100,
    text: formatShare(share),
  });
}

export function DeliveryByDay({ report, during }: ByDayProps) {
  const unit = getUnit(report);
  const spans = divideByTime(report, sumDays);
  const totals = sumDays(report.days);
  const delivering = spans.filter(({ delivered }) => delivered > 0);
  return (
    <ChartFrame
      title="How fast leads are delivered"
      conclusion={describeDelivery(totals, during)}
      fileName={`delivery-times-per-${unit}_${report.from}_${report.to}`}
      table={{
        columns: [
          firstColumns[unit],
          { header: 'Delivered', kind: 'count' },
          { header: 'Median', kind: 'duration' },
          { header: '95%', kind: 'duration' },
          { header: 'Within a second', kind: 'share' },
        ],
        rows: delivering.map((span) => ({
          key: span.from,
          cells: [
            nameSpan(span, unit),
            span.delivered,
            findDelay(span.delays, 50),
            findDelay(span.delays, 95),
            toShare(span.deliveredInTime, span.delivered),
          ],
        })),
      }}
    >
      {delivering.length === 0 ? null : (
        <>
          <BarChart
            label={`Leads delivered within a second per ${unit}`}
            bars={spans.map(toDeliveryBar)}
            format={(percent) => `${percent}%`}
          />
          <p className="mt-3 text-sm text-muted">
            The dark part of a bar was delivered within a second of the post, by the first channel that
            accepted it. Times are rounded up to steps, such as 300 or 400 ms.
          </p>
        </>
      )}
    </ChartFrame>
  );
}
