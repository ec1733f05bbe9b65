import { weekdayNames } from '@desk/contracts/leads/filters.values';
import { clsx } from 'clsx';
import { ChartFrame } from '@/components/charts/chart-frame';
import { heatClasses } from '@/components/charts/heat-steps';
import { formatHour, HOURS } from '@/lib/hours';
import { formatShort, pluralize } from '@/lib/numbers';
import type { Report } from '../api/reports.api';
import { describeArrivals } from '../lib/sentences';

/** Hours between two labels of the axis. */
const LABELED_HOURS = 6;

/** A table of 7 weekdays and 24 hours. Counts are written into the cells where they fit. */
function HeatGrid({ countOf }: { countOf: (weekday: number, hour: number) => number }) {
  const max = Math.max(...weekdayNames.flatMap((_, index) => HOURS.map((hour) => countOf(index + 1, hour))));
  return (
    <div className="@container">
      <table className="tabular w-full table-fixed border-separate border-spacing-px text-xs">
        <caption className="sr-only">Leads by weekday and hour</caption>
        <colgroup>
          <col className="w-9" />
          <col span={HOURS.length} />
        </colgroup>
        <thead className="text-muted">
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col" className="relative h-5 p-0">
                <span className="sr-only">{formatHour(hour)}</span>
                {hour % LABELED_HOURS === 0 ? (
                  <span aria-hidden className="absolute bottom-1 left-0 font-normal whitespace-nowrap">
                    {formatHour(hour)}
                  </span>
                ) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdayNames.map((name, index) => (
            <tr key={name}>
              <th scope="row" className="relative p-0 text-left font-normal text-muted">
                <span aria-hidden>{name.slice(0, 3)}</span>
                <span className="sr-only">{name}</span>
              </th>
              {HOURS.map((hour) => {
                const count = countOf(index + 1, hour);
                return (
                  <td
                    key={hour}
                    className={clsx('relative h-7 rounded-[3px] p-0 text-center', heatClasses(count, max))}
                  >
                    <span className="sr-only">{pluralize(count, 'lead')}</span>
                    {count === 0 ? null : (
                      <span aria-hidden className="hidden @2xl:inline">
                        {formatShort(count)}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** When leads are sold: by weekday and hour in the agent's time zone. */
export function Arrivals({ report: { from, to, hours } }: { report: Report }) {
  const counts = new Map(hours.map(({ weekday, hour, leads }) => [`${weekday} ${hour}`, leads]));
  const countOf = (weekday: number, hour: number) => counts.get(`${weekday} ${hour}`) ?? 0;
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
          cells: [formatHour(hour), ...weekdayNames.map((_, index) => countOf(index + 1, hour))],
        })),
      }}
    >
      <HeatGrid countOf={countOf} />
    </ChartFrame>
  );
}
