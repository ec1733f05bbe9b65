import { formatPrice } from '@desk/contracts/format/price';
import { useId } from 'react';
import { Link } from 'react-router';
import type { DayRange } from '@/components/charts/periods';
import { QueryView } from '@/components/page/query-view';
import { Section } from '@/components/page/section';
import { Skeleton } from '@/components/ui/skeleton';
import { useChanges } from '@/lib/admin-changes';
import { formatTimeZone } from '@/lib/format-time-zone';
import { formatCount, formatShare } from '@/lib/numbers';
import { leadsPath } from '../leads/leads-path';
import { type DayTotals, type MarketReport, sumDays } from '../reports/counts';
import { useReportOnDays } from '../reports/use-market-report';
import { type ComparedSpan, getComparedDays, listComparedSpans } from './compared-spans';

const sumRange = ({ days }: MarketReport, { from, to }: DayRange): DayTotals =>
  sumDays(days.filter(({ day }) => from <= day && day <= to));

const formatInTime = ({ delivered, deliveredInTime }: DayTotals): string | null =>
  delivered === 0 ? null : formatShare(deliveredInTime / delivered);

interface ComparedProps {
  label: string;
  span: ComparedSpan;
  now: DayTotals;
  past: DayTotals;
  /** Returns null if there is nothing to measure. */
  format: (totals: DayTotals) => string | null;
  /** Link to the list of what was counted. */
  to?: string | undefined;
}

function Compared({ label, span, now, past, format, to }: ComparedProps) {
  const value = format(now) ?? '-';
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-t border-line py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="text-lg font-semibold">
        {to === undefined ? (
          value
        ) : (
          <Link to={to} aria-label={`${label}, ${span.name}: ${value}`} className="link">
            {value}
          </Link>
        )}
      </dd>
      <dd className="col-span-2 text-right text-sm text-muted">
        {format(past) ?? 'nothing'} {span.before}
      </dd>
    </div>
  );
}

function SpanCounts({ report, span }: { report: MarketReport; span: ComparedSpan }) {
  const id = useId();
  const { name, note, days, daysBefore } = span;
  const counts = { span, now: sumRange(report, days), past: sumRange(report, daysBefore) };
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {name}
      </h3>
      <p className="mb-2 text-sm text-muted">{note}</p>
      <dl className="tabular">
        <Compared
          label="Accepted leads"
          {...counts}
          format={({ accepted }) => formatCount(accepted)}
          to={counts.now.accepted === 0 ? undefined : leadsPath(days)}
        />
        <Compared
          label="Revenue after refunds"
          {...counts}
          format={({ revenueCents }) => formatPrice(revenueCents)}
        />
        <Compared label="Delivered within a second" {...counts} format={formatInTime} />
      </dl>
    </section>
  );
}

/** Compares today, this week and this month with the same days before. */
export function Progress() {
  const { query } = useReportOnDays(getComparedDays);
  const { isSuccess, refetch } = query;
  useChanges(['leads'], () => {
    if (isSuccess) void refetch({ cancelRefetch: false });
  });
  return (
    <Section
      id="progress"
      title="How it is going"
      action={
        <Link to="/admin/reports" className="link inline-flex min-h-11 items-center font-semibold">
          Reports
        </Link>
      }
    >
      <div className="rounded-card border border-line bg-surface p-4 sm:p-6">
        <QueryView
          query={query}
          what="the counts of leads"
          skeleton={<Skeleton className="h-190 w-full lg:h-64" />}
        >
          {(report) => (
            <>
              <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
                {listComparedSpans(report.to).map((span) => (
                  <SpanCounts key={span.name} report={report} span={span} />
                ))}
              </div>
              <p className="mt-4 text-sm text-muted">
                Days are those of {formatTimeZone(report.timeZone)}, and weeks begin on Monday. A lead and its
                revenue count on the day on which it was accepted.
              </p>
            </>
          )}
        </QueryView>
      </div>
    </Section>
  );
}
