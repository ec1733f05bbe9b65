const DOLLARS = /^\$?(?:\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/;

/** Reads an amount in dollars as cents: '$1,250.50' is 125050. Null for an empty text, undefined if it is not an amount. */
export function parseDollars(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return DOLLARS.test(trimmed) ? Math.round(Number(trimmed.replaceAll(/[$,]/g, '')) * 100) : undefined;
}

/** Formats cents for an amount field: 125050 is '1250.50', 125000 is '1250', null is empty. */
export const formatDollars = (cents: number | null): string =>
  cents === null ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
