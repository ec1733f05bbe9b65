// Control characters, line and paragraph separators, and characters that change the text direction.
const UNSAFE_CHARACTERS = /[\p{Cc}\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Replaces line breaks and unsafe characters with spaces, so that the text fits a header or a label. */
export const toSingleLine = (text: string): string =>
  text.replaceAll(UNSAFE_CHARACTERS, ' ').replaceAll(/ {2,}/g, ' ').trim();

/** Removes what `toSingleLine` removes, except line breaks. */
export const toPlainText = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(toSingleLine)
    .join('\n')
    .trim();

/** By time zone, because creating a format takes longer than formatting all times of a lead. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** 2026-01-05T14:03:11.000Z → Jan 5, 2026, 9:03:11 AM EST. A recipient whose time zone is not known gets UTC. */
export function formatInstant(instant: string, timeZone = 'UTC'): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' });
  formats.set(timeZone, format);
  return format.format(new Date(instant)).replaceAll('\u202f', ' ');
}

/** 2026-03-31T20:00:00.000Z → 3:00 PM CDT. A recipient whose time zone is not known gets UTC. */
export const formatTimeOfDay = (instant: string, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    .format(new Date(instant))
    .replaceAll('\u202f', ' ');

const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** 2026-01-05 → January 5. Takes a calendar day, or a moment of it in UTC. */
export const formatDay = (day: string | number): string => dayFormat.format(new Date(day));

/** 2026-01-05 → January 5 to January 11. */
export const formatWeek = (monday: string): string =>
  `${formatDay(monday)} to ${formatDay(Date.parse(monday) + 6 * DAY_MS)}`;

/** 8_400_000 → 2 h 20 min. Takes milliseconds. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The month on a card: 'December 2027'. */
export const formatExpiryMonth = (month: number, year: number): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 15),
  );
