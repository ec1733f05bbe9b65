import { weekdayNames } from '@desk/contracts/leads/filters.values';
import { ChartFrame } from '@/components/charts/chart-frame';
import { HeatGrid } from '@/components/charts/heat-grid';
import { formatHour, HOURS } from '@/lib/hours';
import type { Report } from '../api/reports.api';
import { describeArrivals } from '../lib/sentences';

/** When leads are sold: by weekday and hour in the agent's time zone. */
export function Arrivals({ report: { from, to, hours } }: { report: Report }) {
  const counts = new Map(hours.map(({ weekday, hour, leads }) => [`${weekday} ${hour}`, leads]));
  return (
    <ChartFrame
      title="When leads arrive"
      conclusion={describeArrivals(hours)}
      fileName={`leads-by-hour_${from}_${to}`}
      table={{
        columns: [
          { header: 'Hour', kind: 'text' },
          ...weekdayNames.map((name) => ({ header: name.slice(0, 3), kind: 'count' as const })),
        ],
        rows: HOURS.map((hour) => ({
          key: String(hour),
          cells: [
            formatHour(hour),
            ...weekdayNames.map((_, index) => counts.get(`${index + 1} ${hour}`) ?? 0),
          ],
        })),
      }}
    >
      <HeatGrid
        caption="Leads by weekday and hour"
        noun="lead"
        cells={hours.map(({ weekday, hour, leads }) => ({ weekday, hour, count: leads }))}
      />
    </ChartFrame>
  );
}
