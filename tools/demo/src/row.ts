import type { End, Progress } from './following/progress.js';
import type { Reply } from './posting/answers.js';
import type { PlannedPost } from './posting/plan.js';

/** One post and what became of it. Times are milliseconds since the epoch. */
export interface Row {
  readonly post: PlannedPost;
  postedAt?: number;
  answeredAt?: number;
  reply?: Reply;
  progress?: Progress;
  end?: End;
}

/** Nothing more will happen to it. */
export function isSettled({ reply, end }: Row): boolean {
  if (!reply || reply.verdict === 'unanswered') return false;
  return reply.leadId === undefined || end !== undefined;
}

/** Milliseconds from the post to each step it has reached. Only a post that made its lead has more than the answer. */
export function timesOf({ postedAt, answeredAt, reply, progress }: Row) {
  const since = (time: number | undefined): number | undefined =>
    postedAt === undefined || time === undefined ? undefined : time - postedAt;
  const isNew = reply?.verdict === 'accepted';
  return {
    answered: since(answeredAt),
    sold: isNew ? since(progress?.soldAt?.getTime()) : undefined,
    delivered: isNew ? since(progress?.sentAt?.getTime()) : undefined,
  };
}
