// Control characters, line and paragraph separators, and marks that turn the direction of what follows.
const UNSAFE_IN_LINE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** One line of plain text, fit for a header or a label: whatever would break or turn it is a space. */
export const oneLine = (text: string): string =>
  text.replaceAll(UNSAFE_IN_LINE, ' ').replaceAll(/ {2,}/g, ' ').trim();

/** Several lines of plain text; only line feeds are kept of what `oneLine` takes away. */
export const plainText = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .join('\n')
    .trim();

/** +15125550142 → (512) 555-0142; any other form as it is. */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area && exchange && line ? `(${area}) ${exchange}-${line}` : phone;
}

const INSTANT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

/** 2026-01-05T14:03:11.000Z → Jan 5, 2026, 2:03:11 PM UTC */
export const formatInstant = (instant: string): string =>
  `${INSTANT.format(new Date(instant)).replaceAll('\u202f', ' ')} UTC`;
