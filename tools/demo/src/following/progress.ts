/** How far a lead has come, as the database has it. */
export interface Progress {
  readonly leadId: string;
  readonly status: 'available' | 'reserved' | 'sold' | 'expired';
  readonly soldAt: Date | null;
  /** Whom it is reserved for or sold to. */
  readonly buyer: string | null;
  readonly purchase: 'pending' | 'unknown' | 'succeeded' | 'failed' | 'refunded' | null;
  /** Dollars and cents: `80.00`. */
  readonly amount: string | null;
  /** Buyers whose card was refused for this lead. */
  readonly declines: number;
  readonly delivery: 'queued' | 'sent' | 'failed' | null;
  readonly sentAt: Date | null;
  /** Whether there is an open buyer who was not offered it yet. */
  readonly hasTaker: boolean;
}

/** Where a lead's way is over, for now or for good. */
export type End = 'delivered' | 'refunded' | 'waiting' | 'expired';

/** So long after the post a lead without a buyer is taken to wait; before, nobody may have looked yet. */
const LOOKED_FOR_MS = 1_500;

/** Undefined while the lead is under way. A sold lead that reached nobody has no good end but a refund. */
export function endOf(progress: Progress, sincePostedMs: number): End | undefined {
  if (progress.purchase === 'refunded') return 'refunded';
  if (progress.status === 'expired') return 'expired';
  if (progress.status === 'sold') return progress.delivery === 'sent' ? 'delivered' : undefined;
  const looked = sincePostedMs >= LOOKED_FOR_MS;
  return progress.status === 'available' && !progress.hasTaker && looked ? 'waiting' : undefined;
}
