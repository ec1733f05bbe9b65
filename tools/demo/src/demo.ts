import { randomUUID } from 'node:crypto';
import type { RunningSystem } from '@desk/tool-start';
import { FunnelClient, HttpClient } from '@desk/tool-workload';
import pg from 'pg';
import type { DemoOptions } from './options.js';
import { planPosts } from './posting/plan.js';
import { postAll } from './posting/post-all.js';
import { isDone, type Row } from './row.js';
import { trackLeads } from './tracking/track-leads.js';

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
