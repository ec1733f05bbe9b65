import { dispositions } from '@desk/contracts/leads/sold-leads.values';
import { toCents } from '@desk/contracts/money';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ValueBars } from '@/components/charts/value-bars';
import { capitalize } from '@/lib/capitalize';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import type { Report } from '../api/reports.api';
import { listPath } from '../lib/list-path';
import { describeConversion } from '../lib/sentences';

/** How many leads reached each status. */
export function Outcomes({ report }: { report: Report }) {
  const { from, to, leads } = report;
  const rows = dispositions.map((disposition) => {
    const count = report.dispositions[disposition];
    return {
      disposition,
      label: capitalize(disposition),
      count,
      share: count / leads,
      ...(count > 0 && { to: listPath({ from, to, disposition }) }),
    };
  });
  return (
    <ChartFrame
      title="From new to won"
      conclusion={describeConversion(leads, report.dispositions.won, toCents(report.spent))}
      fileName={`leads-by-status_${from}_${to}`}
      table={{
        columns: [
          { header: 'Status', kind: 'text' },
          { header: 'Leads', kind: 'count' },
          { header: 'Share', kind: 'share' },
        ],
        rows: rows.map(({ disposition, label, count, share, to: path }) => ({
          key: disposition,
          cells: [label, count, share],
          to: path,
        })),
      }}
    >
      <ValueBars
        label="Leads by status"
        bars={rows.map(({ disposition, label, count, share, to: path }) => ({
          key: disposition,
          label,
          fraction: share,
          value: formatCount(count),
          note: formatShare(share),
          accessibleValue: pluralize(count, 'lead'),
          isQuiet: disposition === 'lost',
          ...(path !== undefined && { to: path }),
        }))}
      />
    </ChartFrame>
  );
}
