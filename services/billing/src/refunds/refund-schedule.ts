import { backoffMs } from '@desk/service-kit';
import { resolveDelayMs } from '../charges/resolve-schedule.js';

const MINUTE_MS = 60_000;
/** After this, a refund that the provider does not let us read counts as failed, so that a person checks it. */
const MAX_UNREADABLE_MS = 24 * 60 * MINUTE_MS;
const PENDING_BACKOFF = { firstMs: MINUTE_MS, maxMs: 6 * 60 * MINUTE_MS };

export const isUnreadableTooLong = (requestedAt: Date, now: Date): boolean =>
  now.getTime() - requestedAt.getTime() >= MAX_UNREADABLE_MS;

/**
 * Returns the delay before the given attempt. A refund whose outcome is unknown is read like a charge; one that the
 * provider reports as pending takes hours or days, and its events usually come first.
 */
export function refundDelayMs(
  attempt: number,
  state: 'unknown' | 'unanswered' | 'pending',
  random: () => number,
): number {
  if (state !== 'pending') return resolveDelayMs(attempt, state === 'unanswered', random);
  return backoffMs(attempt, PENDING_BACKOFF, random);
}
