import { getShownTimeZone } from './time-zone';

/** A point in time; API timestamps are ISO 8601 in UTC. Shown in the reader's time zone. */
type Instant = string | number | Date;

/** Returns a function that formats in the reader's time zone, or in that of the options. */
export const dateFormatter = (options: Intl.DateTimeFormatOptions, locale = 'en-US') => {
  let timeZone = getShownTimeZone();
  let format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
  return (instant: Instant): string => {
    if (timeZone !== getShownTimeZone()) {
      timeZone = getShownTimeZone();
      format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    }
    // Newer browsers put a narrow no-break space before AM and PM.
    return format.format(new Date(instant)).replaceAll('\u202f', ' ');
  };
};

/** Options of formats that show the time as '2:30 PM'. */
export const TIME_OPTIONS = { hour: 'numeric', minute: '2-digit', hour12: true } as const;

/** Formats as MMM d, yyyy: 'Jan 5, 2026'. */
export const formatDate = dateFormatter({ month: 'short', day: 'numeric', year: 'numeric' });

/** Formats a calendar day, such as '2026-01-05', as MMM d, yyyy. */
export const formatDay = dateFormatter({ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** Returns the calendar day of an instant, such as '2026-01-05': dates are written like this in Sweden. */
export const toDay = dateFormatter({ dateStyle: 'short' }, 'sv-SE');

const formatLocalTime = dateFormatter({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE');

/** Returns the time of an instant in the format of a datetime-local input: '2026-01-05T14:30'. */
export const toLocalTime = (instant: Instant): string => formatLocalTime(instant).replace(' ', 'T');

/** Formats as h:mm a: '2:30 PM'. */
export const formatTime = dateFormatter(TIME_OPTIONS);

/** Formats as MMM d, yyyy h:mm a: 'Jan 5, 2026 2:30 PM'. */
export const formatDateTime = (instant: Instant): string => `${formatDate(instant)} ${formatTime(instant)}`;

/** Formats to the millisecond: '2:30:00.250 PM'. */
export const formatExactTime = dateFormatter({
  ...TIME_OPTIONS,
  second: '2-digit',
  fractionalSecondDigits: 3,
});

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
  const [unitMs, unit, smallerUnitMs, smallerUnit] =
    units.find(([limitMs]) => wholeMs >= limitMs) ?? units[2];
  const rest = Math.floor((wholeMs % unitMs) / smallerUnitMs);
  return `${Math.floor(wholeMs / unitMs)} ${unit}${rest === 0 ? '' : ` ${rest} ${smallerUnit}`}`;
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
