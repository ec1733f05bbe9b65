import { weekdayNames } from '@desk/contracts/leads/filters.values';
import { clsx } from 'clsx';
import { formatShort, pluralize } from '@/lib/numbers';
import { formatHour, HOURS } from '@/lib/hours';
import { heatClasses } from './heat-steps';

interface HeatGridProps {
  /** Read by screen readers before the cells: 'Leads by weekday and hour'. */
  caption: string;
  /** Weekdays from 1, Monday, to 7, and hours from 0 to 23. What is left out counts as 0. */
  cells: readonly { readonly weekday: number; readonly hour: number; readonly count: number }[];
  /** What is counted: 'lead'. */
  noun: string;
}

/** Hours between two labels of the axis. */
const LABELED_HOURS = 6;

/** A table of 7 weekdays and 24 hours. Counts are written into the cells where they fit. */
export function HeatGrid({ caption, cells, noun }: HeatGridProps) {
  const counts = new Map(cells.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]));
  const max = Math.max(0, ...counts.values());
  return (
    <div className="@container">
      <table className="tabular w-full table-fixed border-separate border-spacing-px text-xs">
        <caption className="sr-only">{caption}</caption>
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
                const count = counts.get(`${index + 1} ${hour}`) ?? 0;
                return (
                  <td
                    key={hour}
                    className={clsx('relative h-7 rounded-[3px] p-0 text-center', heatClasses(count, max))}
                  >
                    <span className="sr-only">{pluralize(count, noun)}</span>
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
