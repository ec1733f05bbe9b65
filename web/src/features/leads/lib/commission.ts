import { COMMISSION_MAX_CENTS } from '@desk/contracts/leads/sold-leads.values';

export const COMMISSION_NOT_VALID = 'Commission must be from $0 to $1,000,000';

const DOLLARS = /^\$?(?:\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/;

/** Reads dollars as cents: '$1,250.50' is 125050. Null for an empty text, undefined for what is no valid commission. */
export function parseCommission(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!DOLLARS.test(trimmed)) return undefined;
  const cents = Math.round(Number(trimmed.replaceAll(/[$,]/g, '')) * 100);
  return cents <= COMMISSION_MAX_CENTS ? cents : undefined;
}

/** Returns the text of the field: 125050 is '1250.50', 125000 is '1250'. */
export const formatCommission = (cents: number | null): string =>
  cents === null ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
