/** How far a lead has come, according to the database. */
export interface Progress {
  readonly leadId: string;
  readonly status: 'available' | 'reserved' | 'sold' | 'expired';
  readonly soldAt: Date | null;
  /** Name of the buyer it is reserved for or sold to. */
  readonly buyer: string | null;
  readonly purchase: 'pending' | 'unknown' | 'succeeded' | 'failed' | 'refunded' | null;
  /** Dollars and cents, such as `80.00`. */
  readonly amount: string | null;
  /** Buyers whose card was declined for this lead. */
  readonly declines: number;
  readonly delivery: 'queued' | 'sent' | 'failed' | null;
  readonly sentAt: Date | null;
  /** Whether it is about to be offered: an eligible buyer can take it, and the card provider answers. */
  readonly canBeTaken: boolean;
}

/** A state that a lead keeps without further events; `waiting` ends when a buyer can take it. */
export type FinalState = 'delivered' | 'refunded' | 'waiting' | 'expired';

/** Routing may not have run yet for a lead that is younger than this. */
const MIN_WAITING_AGE_MS = 1_500;

/** Returns undefined while the lead is in progress. A sold lead that could not be delivered stays so until refunded. */
export function finalStateOf(progress: Progress, ageMs: number): FinalState | undefined {
  if (progress.purchase === 'refunded') return 'refunded';
  if (progress.status === 'expired') return 'expired';
  if (progress.status === 'sold') return progress.delivery === 'sent' ? 'delivered' : undefined;
  const isWaiting = progress.status === 'available' && !progress.canBeTaken && ageMs >= MIN_WAITING_AGE_MS;
  return isWaiting ? 'waiting' : undefined;
}
