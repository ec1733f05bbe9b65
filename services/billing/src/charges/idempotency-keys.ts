/** One offer, one step, one try: the same key always means the same parameters. */
export const createKey = (offerId: string, attempt: number): string => `offer-${offerId}-create-${attempt}`;
export const confirmKey = (offerId: string, attempt: number): string => `offer-${offerId}-confirm-${attempt}`;
/** Cancelling twice is harmless, so each round has a key of its own and no stored error is replayed. */
export const cancelKey = (offerId: string, round: number): string => `offer-${offerId}-cancel-${round}`;
/** For a second intent of the same offer, which was never confirmed. */
export const leftoverKey = (intentId: string): string => `leftover-${intentId}-cancel`;
