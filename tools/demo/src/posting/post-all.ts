import { setTimeout as pause } from 'node:timers/promises';
import type { FunnelClient } from '@desk/tool-workload';
import type { Row } from '../row.js';

export interface Posting {
  readonly funnel: FunnelClient;
  readonly ratePerSecond: number;
  /** Part of every Idempotency-Key, so that a second run with the same seed replays nothing. */
  readonly runId: string;
}

/** Posts at the given rate, whether or not earlier posts are answered. Resolves when every post is answered. */
export async function postAll(rows: readonly Row[], posting: Posting): Promise<void> {
  const startedAt = Date.now();
  const answers: Promise<void>[] = [];
  for (const row of rows) {
    await pause(startedAt + (row.post.index * 1_000) / posting.ratePerSecond - Date.now());
    answers.push(postOne(row, answers, posting));
  }
  await Promise.all(answers);
}

async function postOne(
  row: Row,
  earlierAnswers: readonly Promise<void>[],
  { funnel, runId }: Posting,
): Promise<void> {
  const { contentType, body, keyNumber, after } = row.post;
  if (after !== undefined) await earlierAnswers[after];
  row.postedAt = Date.now();
  row.outcome = await funnel.post({
    contentType,
    body,
    ...(keyNumber === undefined ? {} : { idempotencyKey: `demo-${runId}-${keyNumber}` }),
  });
  row.answeredAt = Date.now();
}
