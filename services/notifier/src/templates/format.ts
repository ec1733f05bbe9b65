// Control characters, line and paragraph separators, and characters that change the text direction.
const UNSAFE_CHARACTERS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

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

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** 2026-01-05T14:03:11.000Z → Jan 5, 2026, 2:03:11 PM UTC */
export const formatInstant = (instant: string, timeZone = 'UTC'): string =>
  formatOf(timeZone).format(new Date(instant)).replaceAll('\u202f', ' ');

/** The month on a card: 'December 2027'. */
export const formatExpiryMonth = (month: number, year: number): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 15),
  );
