import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../row.js';
import { readReply, unanswered } from './answers.js';
import type { HttpClient } from './http-client.js';

export interface Posting {
  readonly client: HttpClient;
  readonly funnelKey: string;
  readonly ratePerSecond: number;
  /** Of this run; two runs of one seed are two senders. */
  readonly run: string;
}

/** Posts all at the rate, whether or not earlier ones are answered, and resolves when every one is. */
export async function postAll(rows: readonly Row[], posting: Posting): Promise<void> {
  const began = Date.now();
  const answers: Promise<void>[] = [];
  for (const row of rows) {
    await pause(began + (row.post.index * 1_000) / posting.ratePerSecond - Date.now());
    answers.push(postOne(row, answers, posting));
  }
  await Promise.all(answers);
}

async function postOne(row: Row, earlier: readonly Promise<void>[], posting: Posting): Promise<void> {
  const { post } = row;
  if (post.after !== undefined) await earlier[post.after];
  row.postedAt = Date.now();
  try {
    const answer = await posting.client.send({
      method: 'POST',
      path: '/api/ingest/leads',
      headers: {
        'content-type': post.contentType,
        'x-funnel-key': posting.funnelKey,
        ...(post.keyOf === undefined ? {} : { 'idempotency-key': `demo-${posting.run}-${post.keyOf}` }),
      },
      body: post.body,
    });
    row.reply = readReply(answer);
  } catch (error) {
    row.reply = unanswered(error instanceof Error ? error.message : String(error));
  }
  row.answeredAt = Date.now();
}
