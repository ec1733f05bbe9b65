/** One key per offer, step, and attempt. The same key always carries the same parameters. */
export const createKey = (offerId: string, attempt: number): string => `offer-${offerId}-create-${attempt}`;
export const confirmKey = (offerId: string, attempt: number): string => `offer-${offerId}-confirm-${attempt}`;
/** Canceling twice is harmless, so each round gets its own key and never replays a stored error. */
export const cancelKey = (offerId: string, round: number): string => `offer-${offerId}-cancel-${round}`;
/** Cancels a second intent of the same offer, which was never confirmed. */
export const leftoverKey = (intentId: string): string => `leftover-${intentId}-cancel`;
