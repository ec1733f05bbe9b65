import { COMMISSION_MAX_CENTS } from '@desk/contracts/leads/sold-leads.values';
import { parseDollars } from '@/lib/dollars';

export const COMMISSION_NOT_VALID = 'Commission must be from $0 to $1,000,000';

/** Reads dollars as cents. Null for an empty text, undefined if it is not a valid commission. */
export function parseCommission(text: string): number | null | undefined {
  const cents = parseDollars(text);
  return (cents ?? 0) <= COMMISSION_MAX_CENTS ? cents : undefined;
}
