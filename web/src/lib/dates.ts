/** Instants of the API (ISO 8601, UTC) as people read them: in the reader's own time zone. */
type When = string | number | Date;

const parts = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', options);
  return (when: When, ...names: Intl.DateTimeFormatPartTypes[]): string[] => {
    const all = format.formatToParts(new Date(when));
    return names.map((name) => all.find(({ type }) => type === name)?.value ?? '');
  };
};

const dayParts = parts({ month: 'short', day: 'numeric', year: 'numeric' });
const timeParts = parts({
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: true,
});

/** MMM d, yyyy: 'Jan 5, 2026'. */
export function formatDate(when: When): string {
  const [month = '', day = '', year = ''] = dayParts(when, 'month', 'day', 'year');
  return `${month} ${day}, ${year}`;
}

/** h:mm a: '2:30 PM'. */
export function formatTime(when: When): string {
  const [hour = '', minute = '', half = ''] = timeParts(when, 'hour', 'minute', 'dayPeriod');
  return `${hour}:${minute} ${half}`;
}

/** MMM d, yyyy h:mm a: 'Jan 5, 2026 2:30 PM'. */
export const formatDateTime = (when: When): string => `${formatDate(when)} ${formatTime(when)}`;

/** To the millisecond: '2:30:00.250 PM'. */
export function formatExactTime(when: When): string {
  const names = ['hour', 'minute', 'second', 'fractionalSecond', 'dayPeriod'] as const;
  const [hour = '', minute = '', second = '', fraction = '', half = ''] = timeParts(when, ...names);
  return `${hour}:${minute}:${second}.${fraction} ${half}`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = [
  [DAY, 'd', HOUR, 'h'],
  [HOUR, 'h', MINUTE, 'min'],
  [MINUTE, 'min', SECOND, 's'],
] as const;

/** A length of time, as exactly as matters: '250 ms', '1.25 s', '3 min 4 s', '5 h 12 min', '2 d 3 h'. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < SECOND) return `${whole} ms`;
  if (whole < MINUTE) return `${Number((Math.floor(whole / 10) / 100).toFixed(2))} s`;
  for (const [size, unit, smaller, smallerUnit] of units) {
    if (whole < size) continue;
    const rest = Math.floor((whole % size) / smaller);
    return `${Math.floor(whole / size)} ${unit}${rest === 0 ? '' : ` ${rest} ${smallerUnit}`}`;
  }
  return `${whole} ms`;
}

/** How long ago: 'just now', '5 min ago', '3 h ago', '2 d ago'. */
export function formatRelative(when: When, now: number = Date.now()): string {
  const ago = now - new Date(when).getTime();
  if (ago < MINUTE) return 'just now';
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h ago`;
  return `${Math.floor(ago / DAY)} d ago`;
}
