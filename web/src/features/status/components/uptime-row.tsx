import type { StatusComponent } from '@desk/contracts/status/status.values';
import { formatDay } from '@/lib/dates';
import { componentLabels } from '../lib/labels';
import { type DayTone, type DayUptime, formatUptime, toneOf, type Uptime } from '../lib/uptime';

/** Bars differ in height too, so that color is not needed to tell them apart. */
const bars: Readonly<Record<DayTone, { readonly className: string; readonly height: number }>> = {
  none: { className: 'fill-line', height: 8 },
  full: { className: 'fill-brand', height: 28 },
  partial: { className: 'fill-money', height: 22 },
  poor: { className: 'fill-danger', height: 16 },
};
const HEIGHT = 28;
const STEP = 10;
const BAR_WIDTH = 7;

const describeDay = (day: DayUptime): string => `${formatDay(day.date)}: ${formatUptime(day)}`;

function UptimeBars({ label, days }: { label: string; days: readonly DayUptime[] }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-3 h-7 w-full"
    >
      {days.map((day, index) => {
        const { className, height } = bars[toneOf(day)];
        return (
          <rect
            key={day.date}
            x={index * STEP}
            y={HEIGHT - height}
            width={BAR_WIDTH}
            height={height}
            className={className}
          >
            <title>{describeDay(day)}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function Now({ isUp }: { isUp: boolean | undefined }) {
  if (isUp === undefined) return <span className="text-muted">Not checked yet</span>;
  return isUp ? (
    <span className="font-semibold text-brand">Working</span>
  ) : (
    <span className="font-semibold text-danger">Not answering</span>
  );
}

interface UptimeRowProps {
  component: StatusComponent;
  isUp: boolean | undefined;
  /** Null if the history could not be read. */
  uptime: Uptime | null;
}

export function UptimeRow({ component, isUp, uptime }: UptimeRowProps) {
  const interrupted = uptime?.days.filter(({ minutes, upMinutes }) => upMinutes < minutes) ?? [];
  return (
    <li className="border-t border-line py-5 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-semibold">{componentLabels[component]}</h3>
        <p className="flex items-baseline gap-4">
          <span className="tabular text-muted">{uptime && formatUptime(uptime)}</span>
          <Now isUp={isUp} />
        </p>
      </div>
      {uptime && (
        <>
          <UptimeBars
            label={`${componentLabels[component]}, ${uptime.days.length} days: ${formatUptime(uptime)}`}
            days={uptime.days}
          />
          {interrupted.length > 0 && (
            <details className="mt-2 text-sm text-muted">
              <summary className="inline-flex min-h-11 cursor-pointer items-center">
                Days below 100% ({interrupted.length})
              </summary>
              <ul className="tabular grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
                {interrupted.toReversed().map((day) => (
                  <li key={day.date}>{describeDay(day)}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </li>
  );
}
