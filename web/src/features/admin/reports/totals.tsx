import { formatPrice } from '@desk/contracts/format/price';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Statistic } from '@/components/charts/statistic';
import { formatDay } from '@/lib/dates';
import { formatTimeZone } from '@/lib/format-time-zone';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import { leadsPath } from '../leads/leads-path';
import { type MarketReport, sumDays, toShare } from './counts';
import { describeSales } from './sentences';

interface NotedStatisticProps {
  label: string;
  value: string;
  note: ReactNode;
  isMoney?: boolean;
  to?: string | undefined;
}

export const NotedStatistic = ({ note, ...statistic }: NotedStatisticProps) => (
  <Statistic {...statistic}>
    <span className="block text-sm text-muted">{note}</span>
  </Statistic>
);

interface TotalsProps {
  report: MarketReport;
  /** 'this month' */
  during: string;
}

/** The most important totals. */
export function Totals({ report, during }: TotalsProps) {
  const { from, to } = report;
  const totals = sumDays(report.days);
  const { accepted, sold, expired, refunded, revenueCents, duplicates, refused } = totals;
  const { delivered, deliveredInTime } = totals;
  const inTime = toShare(deliveredInTime, delivered);
  const toList = (count: number, status?: 'sold' | 'expired' | 'refunded'): string | undefined =>
    count === 0 ? undefined : leadsPath({ from, to, status: status ?? null });
  const refundedList = toList(refunded, 'refunded');
  return (
    <section aria-label="Totals" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <p className="mb-5 text-muted">{describeSales(totals, during)}</p>
      <dl className="tabular grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        <NotedStatistic
          label="Accepted"
          value={formatCount(accepted)}
          note="posts that became leads"
          to={toList(accepted)}
        />
        <NotedStatistic
          label="Sold"
          value={formatCount(sold)}
          note={`${formatShare(sold / accepted)} of accepted leads`}
          to={toList(sold, 'sold')}
        />
        <NotedStatistic
          label="Revenue"
          value={formatPrice(revenueCents)}
          note={
            refundedList === undefined ? (
              'after refunds of 0 leads'
            ) : (
              <>
                after refunds of{' '}
                <Link to={refundedList} className="link">
                  {pluralize(refunded, 'lead')}
                </Link>
              </>
            )
          }
          isMoney
        />
        <NotedStatistic
          label="Expired"
          value={formatCount(expired)}
          note={`${formatShare(expired / accepted)} of accepted leads`}
          to={toList(expired, 'expired')}
        />
        <NotedStatistic
          label="Refused"
          value={formatCount(refused)}
          note={`besides ${pluralize(duplicates, 'duplicate')}`}
        />
        <NotedStatistic
          label="Delivered within a second"
          value={inTime === null ? '-' : formatShare(inTime)}
          note={`of ${pluralize(delivered, 'delivered lead')}`}
        />
      </dl>
      <p className="mt-5 text-sm text-muted">
        {formatDay(from)} to {formatDay(to)}. The figures are those of the reporting time zone,{' '}
        {formatTimeZone(report.timeZone)}: a lead and its revenue count on the day on which it was accepted.
      </p>
      <p className="mt-1 text-sm text-muted">
        Refused posts and duplicates are not leads: the page of each{' '}
        <Link to="/admin/funnels" className="link">
          funnel
        </Link>{' '}
        counts and lists them. Those to private addresses are kept as{' '}
        <Link to="/admin/held-posts?status=all" className="link">
          held posts
        </Link>
        .
      </p>
    </section>
  );
}
