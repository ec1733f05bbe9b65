import { formatPrice } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { getPeriod } from '@/components/charts/periods';
import { Section } from '@/components/page/section';
import { formatCount, pluralize } from '@/lib/numbers';
import { useReport, useToday } from '../api/reports.api';
import { divideReport } from '../lib/divide-report';
import { toBars } from '../lib/to-bars';

// Only agents who have leads need it.
const BarChart = lazy(async () => ({ default: (await import('@/components/charts/bar-chart')).BarChart }));

/** The last 30 days at a glance. Shows nothing without leads, or if they could not be counted. */
export function LastDays() {
  const { data: report } = useReport(getPeriod('30', useToday()));
  if (report === undefined || report.leads === 0) return null;
  return (
    <Section
      id="last-days"
      title="Last 30 days"
      action={
        <Link to="/reports" className="link inline-flex min-h-11 items-center font-semibold">
          Reports
        </Link>
      }
    >
      <p className="mb-2 text-muted">
        {pluralize(report.leads, 'lead')} in the last 30 days, {formatPrice(toCents(report.spent))} spent.
      </p>
      <Suspense fallback={<div className="h-21" />}>
        <BarChart
          label="Leads per day"
          bars={toBars(divideReport(report), 'leads')}
          format={formatCount}
          isCompact
        />
      </Suspense>
    </Section>
  );
}
