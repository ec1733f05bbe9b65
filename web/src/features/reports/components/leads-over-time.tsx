import { formatPrice } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { clsx } from 'clsx';
import { useState } from 'react';
import { BarChart } from '@/components/charts/bar-chart';
import { ChartFrame } from '@/components/charts/chart-frame';
import { formatCount, pluralize } from '@/lib/numbers';
import type { Report } from '../api/reports.api';
import { listPath } from '../lib/list-path';
import { type Period, periodPhrases } from '@/components/charts/periods';
import { compareAmounts, compareCounts } from '../lib/sentences';
import { isByMonth } from '@/lib/time-spans';
import { divideReport } from '../lib/divide-report';
import { type Measure, toBars } from '../lib/to-bars';

const measureLabels: Readonly<Record<Measure, string>> = { leads: 'Leads', spent: 'Spend' };

interface MeasureSwitchProps {
  value: Measure;
  onChange: (measure: Measure) => void;
}

const MeasureSwitch = ({ value, onChange }: MeasureSwitchProps) => (
  <div role="group" aria-label="Show" data-screen className="flex gap-1">
    {(['leads', 'spent'] as const).map((measure) => (
      <button
        key={measure}
        type="button"
        aria-pressed={measure === value}
        className={clsx(
          'min-h-11 rounded-control border px-4 font-semibold transition-colors duration-150',
          measure === value
            ? 'border-brand bg-brand-soft text-brand'
            : 'border-line-strong text-muted hover:border-ink hover:text-ink',
        )}
        onClick={() => onChange(measure)}
      >
        {measureLabels[measure]}
      </button>
    ))}
  </div>
);

function describeTotal(measure: Measure, period: Period, report: Report, before: Report | undefined): string {
  const { during, before: wasBefore } = periodPhrases[period];
  if (measure === 'leads') {
    const change = before && `, ${compareCounts(report.leads, before.leads)} ${wasBefore}`;
    return `${pluralize(report.leads, 'lead')} ${during}${change ?? ''}.`;
  }
  const spentCents = toCents(report.spent);
  const change = before && `, ${compareAmounts(spentCents, toCents(before.spent))} ${wasBefore}`;
  return `${formatPrice(spentCents)} spent ${during}${change ?? ''}.`;
}

interface LeadsOverTimeProps {
  period: Period;
  report: Report;
  before: Report | undefined;
}

export function LeadsOverTime({ period, report, before }: LeadsOverTimeProps) {
  const [measure, setMeasure] = useState<Measure>('leads');
  const unit = isByMonth(report) ? 'month' : 'day';
  const spans = divideReport(report);
  return (
    <ChartFrame
      title={`Leads per ${unit}`}
      conclusion={describeTotal(measure, period, report, before)}
      actions={<MeasureSwitch value={measure} onChange={setMeasure} />}
      fileName={`leads-per-${unit}_${report.from}_${report.to}`}
      table={{
        columns: [
          unit === 'day' ? { header: 'Day', kind: 'day' } : { header: 'Month', kind: 'text' },
          { header: 'Leads', kind: 'count' },
          { header: 'Spent', kind: 'money' },
        ],
        rows: spans.map(({ from, to, name, leads, spentCents }) => ({
          key: from,
          cells: [unit === 'day' ? from : name, leads, spentCents],
          to: leads === 0 ? undefined : listPath({ from, to }),
        })),
      }}
    >
      <BarChart
        label={`${measureLabels[measure]} per ${unit}`}
        bars={toBars(spans, measure)}
        format={measure === 'leads' ? formatCount : formatPrice}
      />
    </ChartFrame>
  );
}
