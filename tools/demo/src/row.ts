import type { PostOutcome } from '@desk/tool-workload';
import type { PlannedPost } from './posting/plan.js';
import type { FinalState, Progress } from './tracking/progress.js';

/** One post, its outcome and the progress of its lead. Times are milliseconds since the epoch. */
export interface Row {
  readonly post: PlannedPost;
  postedAt?: number;
  answeredAt?: number;
  outcome?: PostOutcome;
  progress?: Progress;
  finalState?: FinalState;
}

/** Whether nothing more will happen to this row. */
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
