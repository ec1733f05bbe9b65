import {
  defineTransitions,
  type offerCharged,
  type PayloadOf,
  type PurchaseState,
  toCents,
} from '@desk/contracts';
import { backoffMs } from '@desk/service-kit';
import { number } from 'yup';
import type { Verdict } from '../provider/verdict.js';
import type { PurchaseEntity } from './purchase.entity.js';

export const purchaseTransitions = defineTransitions<PurchaseState>('purchase', {
  pending: ['unknown', 'succeeded', 'failed'],
  // May follow itself: each inconclusive attempt to resolve the charge records it again.
  unknown: ['unknown', 'succeeded', 'failed'],
  succeeded: ['refunded'],
  failed: [],
  // A refund can fail after it succeeded, and a lost dispute can be reversed.
  refunded: ['succeeded'],
});

export type ChargeOutcome = Extract<Verdict, { kind: 'succeeded' | 'declined' }>;

/** Whether the outcome of the charge is known, so that nothing more is sent for it. */
export const hasOutcome = (state: PurchaseState): boolean => state !== 'pending' && state !== 'unknown';

/** Returns what is announced about a purchase that succeeded. */
export const toCharged = (purchase: PurchaseEntity, at: Date): PayloadOf<typeof offerCharged> => ({
  offerId: purchase.offerId,
  leadId: purchase.leadId,
  buyerId: purchase.userId,
  purchaseId: purchase.id,
  amountCents: toCents(purchase.amount),
  chargedAt: at.toISOString(),
});

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 60_000;
/** While the provider does not answer, an attempt costs nothing: the circuit breaker refuses it. */
const MAX_UNANSWERED_DELAY_MS = 5_000;

/** Returns the delay before the given attempt: exponential from 200 ms to a limit, half of it jitter. */
export function resolveDelayMs(attempt: number, isUnanswered: boolean, random: () => number): number {
  const maxMs = isUnanswered ? MAX_UNANSWERED_DELAY_MS : MAX_DELAY_MS;
  return backoffMs(attempt, { firstMs: FIRST_DELAY_MS, maxMs }, random);
}

/**
 * A charge is canceled at this age at the latest, however long the provider was down: a lead this old is no longer
 * real-time, and no request may be repeated after 24 h, when the provider forgets idempotency keys.
 */
const MAX_CHARGE_AGE_MS = 20 * 3_600_000;

export const chargeSettings = {
  CHARGE_GIVE_UP_MS: number().integer().min(1_000).max(MAX_CHARGE_AGE_MS).default(600_000).meta({
    description:
      'A charge whose outcome is unknown for longer than this, while the provider answers, is canceled',
  }),
};

/** Whether what was requested at `since` is too old to be charged. */
export const isTooOld = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= MAX_CHARGE_AGE_MS;

type ChargeTimes = Pick<PurchaseEntity, 'firstRequestedAt' | 'unansweredMs' | 'unansweredSince'>;

/**
 * Whether the charge has been unknown for so long that it must be canceled rather than sent again. The clock stops
 * while the provider does not answer: the charge may still succeed, and giving up would lose the sale.
 */
export function isOverdue(times: ChargeTimes, now: Date, giveUpMs: number): boolean {
  const { firstRequestedAt, unansweredMs, unansweredSince } = times;
  const clockMs = (unansweredSince ?? now).getTime() - firstRequestedAt.getTime() - unansweredMs;
  return clockMs >= giveUpMs || isTooOld(firstRequestedAt, now);
}
