import { backoffMs } from '@desk/service-kit';

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 60_000;
/** While the provider does not answer, an attempt costs nothing: the circuit breaker refuses it. */
const MAX_UNANSWERED_DELAY_MS = 5_000;
/**
 * A charge is canceled at this age at the latest, however long the provider was down: a lead this old is no longer
 * real-time, and the provider forgets idempotency keys after 24 h.
 */
export const MAX_CHARGE_AGE_MS = 20 * 3_600_000;

/** Returns the delay before the given attempt: exponential from 200 ms to a limit, half of it jitter. */
export function resolveDelayMs(attempt: number, isUnanswered: boolean, random: () => number): number {
  const maxMs = isUnanswered ? MAX_UNANSWERED_DELAY_MS : MAX_DELAY_MS;
  return backoffMs(attempt, { firstMs: FIRST_DELAY_MS, maxMs }, random);
}

/** What decides how long a charge has been unknown while the provider answered. */
export interface ChargeTimes {
  readonly firstRequestedAt: Date;
  /** Duration of the outages that have ended. */
  readonly unansweredMs: number;
  /** Start of the current outage; null while the provider answers. */
  readonly unansweredSince: Date | null;
}

/**
 * Whether the charge has been unknown for so long that it must be canceled rather than sent again. The clock stops
 * while the provider does not answer: the charge may still succeed, and giving up would lose the sale.
 */
export function isOverdue(times: ChargeTimes, now: Date, giveUpMs: number): boolean {
  const { firstRequestedAt, unansweredMs, unansweredSince } = times;
  const ageMs = now.getTime() - firstRequestedAt.getTime();
  const clockMs = (unansweredSince ?? now).getTime() - firstRequestedAt.getTime() - unansweredMs;
  return clockMs >= giveUpMs || ageMs >= MAX_CHARGE_AGE_MS;
}
