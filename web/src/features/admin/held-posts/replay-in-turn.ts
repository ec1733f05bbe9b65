import type { ReplayOutcome } from '@desk/contracts/leads/held-posts.routes';
import { hasCode } from '@/lib/api-client';
import { formatCount } from '@/lib/numbers';

/** `skipped`: a post that could not be replayed now, such as one that another admin ended meanwhile. */
export type ReplayCounts = Readonly<Record<ReplayOutcome | 'skipped', number>>;

export interface ReplayProgress {
  readonly total: number;
  readonly counts: ReplayCounts;
}

/** Whether a post cannot be replayed now, while others may be. */
export const isAboutOnePost = (error: unknown): boolean =>
  hasCode(
    error,
    'HELD_POST_CLOSED',
    'HELD_POST_NOT_FOUND',
    'FUNNEL_PAUSED',
    'IDEMPOTENCY_IN_FLIGHT',
    'CONNECTION_MISSING',
  );

interface Options {
  readonly signal: AbortSignal;
  readonly replay: (postId: string) => Promise<keyof ReplayCounts>;
  readonly onProgress: (progress: ReplayProgress) => void;
}

/** Replays one post after the other, and reports the counts so far. Ends early once it is aborted. */
export async function replayInTurn(
  postIds: readonly string[],
  { signal, replay, onProgress }: Options,
): Promise<void> {
  const counts = { accepted: 0, duplicate: 0, refused: 0, test: 0, fetching: 0, skipped: 0 };
  onProgress({ total: postIds.length, counts });
  for (const postId of postIds) {
    if (signal.aborted) return;
    counts[await replay(postId)] += 1;
    onProgress({ total: postIds.length, counts: { ...counts } });
  }
}

const words: Readonly<Record<keyof ReplayCounts, readonly [one: string, many: string]>> = {
  accepted: ['became a lead', 'became leads'],
  duplicate: ['was a duplicate', 'were duplicates'],
  refused: ['was refused again', 'were refused again'],
  test: ['passed in test mode', 'passed in test mode'],
  fetching: ['is being fetched', 'are being fetched'],
  skipped: ['could not be replayed', 'could not be replayed'],
};

/** '12 of 40 replayed: 9 became leads, 3 were refused again.' */
export function describeReplay({ total, counts }: ReplayProgress): string {
  const entries = Object.entries(counts) as [keyof ReplayCounts, number][];
  const done = entries.reduce((sum, [, count]) => sum + count, 0);
  const parts = entries
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${formatCount(count)} ${words[outcome][count === 1 ? 0 : 1]}`);
  return `${formatCount(done)} of ${formatCount(total)} replayed${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`;
}
