import type { PostOutcome } from '@desk/tool-workload';
import type { PlannedPost } from './posting/plan.js';

/** A lead's progress according to the database. */
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
type FinalState = 'delivered' | 'refunded' | 'waiting' | 'expired';

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

/** One post, its outcome and the progress of its lead. Times are milliseconds since the epoch. */
export interface Row {
  readonly post: PlannedPost;
  postedAt?: number;
  answeredAt?: number;
  outcome?: PostOutcome;
  progress?: Progress;
  finalState?: FinalState;
}

/** Whether the outcome of this row is known. A lead that waits for a buyer may still be sold. */
export function isDone({ outcome, finalState }: Row): boolean {
  if (!outcome || outcome.result === 'unanswered') return false;
  return outcome.leadId === undefined || finalState !== undefined;
}

/** Milliseconds from the post to each step. A replayed post has no steps after the answer: its lead is older. */
export function stepTimesMs({ postedAt, answeredAt, outcome, progress }: Row) {
  const since = (time: number | undefined): number | undefined =>
    postedAt === undefined || time === undefined ? undefined : time - postedAt;
  const isNewLead = outcome?.result === 'accepted';
  return {
    answered: since(answeredAt),
    sold: isNewLead ? since(progress?.soldAt?.getTime()) : undefined,
    delivered: isNewLead ? since(progress?.sentAt?.getTime()) : undefined,
  };
}
