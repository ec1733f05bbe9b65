import { randomUUID } from 'node:crypto';
import type { RunningSystem } from '@desk/tool-start';
import { FunnelClient, HttpClient } from '@desk/tool-workload';
import pg from 'pg';
import type { DemoOptions } from './options.js';
import { planPosts } from './posting/plan.js';
import { isDone, type Row } from './row.js';
import { trackLeads } from './track-leads.js';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Posts the leads and tracks each until all are done or the wait is over. Calls `onChange` often, with every row.
 * @throws in production
 */
export async function runDemo(
  system: Pick<RunningSystem, 'mode' | 'webUrl' | 'verifyDatabaseUrl' | 'funnelKey'>,
  options: DemoOptions,
  onChange: (rows: readonly Row[]) => void,
): Promise<readonly Row[]> {
  if (system.mode.nodeEnv === 'production')
    throw new Error('The system runs in production. The demo would sell made-up leads to real agents.');
  const funnel = new FunnelClient(system.webUrl, system.funnelKey);
  const pool = new pg.Pool({ connectionString: system.verifyDatabaseUrl, max: 2 });
  try {
    await assertSystemRuns(system.webUrl, pool);
    const year = new Date().getUTCFullYear();
    const rows: Row[] = planPosts(options.seed, options.leads, year).map((post) => ({ post }));
    let deadline: number | undefined;
    const posting = postAll(rows, { funnel, ratePerSecond: options.rate, runId: randomUUID() }).then(() => {
      deadline = Date.now() + options.waitSeconds * 1_000;
    });
    const isOver = () => deadline !== undefined && (Date.now() > deadline || rows.every(isDone));
    await Promise.all([posting, trackLeads(rows, { pool, funnel, onPoll: () => onChange(rows), isOver })]);
    return rows;
  } finally {
    funnel.close();
    await pool.end();
  }
}

async function assertSystemRuns(webUrl: string, pool: pg.Pool): Promise<void> {
  const http = new HttpClient(webUrl);
  try {
    await http.send({ method: 'GET', path: '/', timeoutMs: 3_000 });
    await pool.query('SELECT 1');
  } catch (error) {
    throw new Error(
      `The system does not respond at ${webUrl}. Run \`npm start\` first and leave it running.`,
      {
        cause: error,
      },
    );
  } finally {
    http.close();
  }
}

interface Posting {
  readonly funnel: FunnelClient;
  readonly ratePerSecond: number;
  /** Part of every Idempotency-Key, so that a second run with the same seed replays nothing. */
  readonly runId: string;
}

/** Posts at the given rate, whether or not earlier posts are answered. Resolves when every post is answered. */
async function postAll(rows: readonly Row[], posting: Posting): Promise<void> {
  const startedAt = Date.now();
  const answers: Promise<void>[] = [];
  for (const row of rows) {
    await pause(Math.max(0, startedAt + (row.post.index * 1_000) / posting.ratePerSecond - Date.now()));
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
