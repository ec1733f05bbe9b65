import { getShownTimeZone } from './time-zone';

/** A point in time; API timestamps are ISO 8601 in UTC. Everything here is shown in the reader's time zone. */
type Instant = string | number | Date;

/** Formats by parts, because `Intl` puts a narrow no-break space before AM and PM. */
const partsFormatter = (options: Intl.DateTimeFormatOptions) => {
  let timeZone = getShownTimeZone();
  let format = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  return (instant: Instant, ...names: Intl.DateTimeFormatPartTypes[]): string[] => {
    if (timeZone !== getShownTimeZone()) {
      timeZone = getShownTimeZone();
      format = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    }
    const all = format.formatToParts(new Date(instant));
    return names.map((name) => all.find(({ type }) => type === name)?.value ?? '');
  };
};

const dayParts = partsFormatter({ month: 'short', day: 'numeric', year: 'numeric' });
const timeParts = partsFormatter({
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: true,
});

/** Formats as MMM d, yyyy: 'Jan 5, 2026'. */
export function formatDate(instant: Instant): string {
  const [month = '', day = '', year = ''] = dayParts(instant, 'month', 'day', 'year');
  return `${month} ${day}, ${year}`;
}

/** Formats as h:mm a: '2:30 PM'. */
export function formatTime(instant: Instant): string {
  const [hour = '', minute = '', period = ''] = timeParts(instant, 'hour', 'minute', 'dayPeriod');
  return `${hour}:${minute} ${period}`;
}

/** Formats as MMM d, yyyy h:mm a: 'Jan 5, 2026 2:30 PM'. */
export const formatDateTime = (instant: Instant): string => `${formatDate(instant)} ${formatTime(instant)}`;

/** Formats to the millisecond: '2:30:00.250 PM'. */
export function formatExactTime(instant: Instant): string {
  const names = ['hour', 'minute', 'second', 'fractionalSecond', 'dayPeriod'] as const;
  const [hour = '', minute = '', second = '', fraction = '', period = ''] = timeParts(instant, ...names);
  return `${hour}:${minute}:${second}.${fraction} ${period}`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const units = [
  [DAY_MS, 'd', HOUR_MS, 'h'],
  [HOUR_MS, 'h', MINUTE_MS, 'min'],
  [MINUTE_MS, 'min', SECOND_MS, 's'],
] as const;

/** Formats a duration with at most two units: '250 ms', '1.25 s', '3 min 4 s', '5 h 12 min', '2 d 3 h'. */
export function formatDuration(ms: number): string {
  const wholeMs = Math.max(0, Math.round(ms));
  if (wholeMs < SECOND_MS) return `${wholeMs} ms`;
  if (wholeMs < MINUTE_MS) return `${Number((Math.floor(wholeMs / 10) / 100).toFixed(2))} s`;
  for (const [unitMs, unit, smallerUnitMs, smallerUnit] of units) {
    if (wholeMs < unitMs) continue;
    const rest = Math.floor((wholeMs % unitMs) / smallerUnitMs);
    return `${Math.floor(wholeMs / unitMs)} ${unit}${rest === 0 ? '' : ` ${rest} ${smallerUnit}`}`;
  }
  return `${wholeMs} ms`;
}

/** Formats the time between two instants, '-' if the second has not come yet. */
export const formatInterval = (from: string, to: string | null): string =>
  to === null ? '-' : formatDuration(Date.parse(to) - Date.parse(from));

/** Formats the time since `instant`: 'just now', '5 min ago', '3 h ago', '2 d ago'. */
export function formatRelative(instant: Instant, nowMs: number = Date.now()): string {
  const ageMs = nowMs - new Date(instant).getTime();
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h ago`;
  return `${Math.floor(ageMs / DAY_MS)} d ago`;
}
