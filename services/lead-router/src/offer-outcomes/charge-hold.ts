import { billingDeclineCodes, issuerDeclineCodes } from '@desk/contracts';

/** After these, a charge of the same card at once would most likely end the same way, though the card may be good. */
export const heldDeclineCodes: readonly string[] = [...issuerDeclineCodes, billingDeclineCodes.providerError];

const MINUTE_MS = 60_000;
const HOLDS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;

/**
 * Returns how long a buyer gets no lead after such a decline. Card networks penalize frequent repetitions, and other
 * buyers can take the leads meanwhile.
 * @param earlier number of such declines since the card was last charged
 */
export const chargeHoldMs = (earlier: number): number =>
  HOLDS_MS[Math.min(earlier, HOLDS_MS.length - 1)] ?? 0;
