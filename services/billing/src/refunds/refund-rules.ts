import { defineTransitions, type RefundState, toCents } from '@desk/contracts';
import { backoffMs } from '@desk/service-kit';
import { resolveDelayMs } from '../charges/charge-rules.js';
import type { RefundEntity } from './refund.entity.js';

/** The provider's answers arrive in any order. No transition leads back, so that a late answer changes nothing. */
export const refundTransitions = defineTransitions<RefundState>('refund', {
  requested: ['pending', 'succeeded', 'failed', 'canceled'],
  pending: ['succeeded', 'failed', 'canceled'],
  // The card's bank can return the money days later.
  succeeded: ['failed', 'canceled'],
  failed: [],
  canceled: [],
});

/** Whether the outcome is still unknown, so that the refund must be read from the provider again. */
export const isOpen = (state: RefundState): boolean => state === 'requested' || state === 'pending';

const STATES: ReadonlyMap<string, RefundState> = new Map([
  ['pending', 'pending'],
  // Only for payment methods other than cards; the customer must act.
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** Returns our state for the provider's. An unknown one counts as pending, so that the refund is read again. */
export const toRefundState = (providerStatus: string): RefundState => STATES.get(providerStatus) ?? 'pending';

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

/** Money that went back to the card, with a refund that succeeded or a dispute that was lost. */
export interface GivenBack {
  readonly id: string;
  readonly amountCents: number;
  readonly at: Date;
}

/** Returns the part that completed the return of the payment; undefined while money is missing. */
export function findCompletingPart<T extends GivenBack>(
  amountCents: number,
  givenBack: readonly T[],
): T | undefined {
  let missingCents = amountCents;
  for (const part of givenBack.toSorted((a, b) => Number(a.at) - Number(b.at) || a.id.localeCompare(b.id))) {
    missingCents -= part.amountCents;
    if (missingCents <= 0) return part;
  }
  return undefined;
}

/** Returns what is left to refund when all refunds that are on their way have succeeded. */
export const toMissingCents = (amountCents: number, refunds: readonly RefundEntity[]): number =>
  refunds
    .filter(({ status }) => status === 'succeeded' || isOpen(status))
    .reduce((missing, { amount }) => missing - toCents(amount), amountCents);
