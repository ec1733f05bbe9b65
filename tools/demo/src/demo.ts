import { randomUUID } from 'node:crypto';
import type { RunningSystem } from '@desk/tool-start';
import pg from 'pg';
import { follow } from './following/follower.js';
import type { DemoOptions } from './options.js';
import { HttpClient } from './posting/http-client.js';
import { planPosts } from './posting/plan.js';
import { postAll } from './posting/post-all.js';
import { isSettled, type Row } from './row.js';

/** Posts, and follows until every lead is settled or the time is over. `onChange` is called with all rows, often. */
export async function runDemo(
  system: Pick<RunningSystem, 'webUrl' | 'verifyDatabaseUrl' | 'funnelKey'>,
  options: DemoOptions,
  onChange: (rows: readonly Row[]) => void,
): Promise<readonly Row[]> {
  const { funnelKey } = system;
  const client = new HttpClient(system.webUrl);
  const pool = new pg.Pool({ connectionString: system.verifyDatabaseUrl, max: 2 });
  try {
    await assertAnswers(client, pool, system.webUrl);
    const rows: Row[] = planPosts(options.seed, options.leads, new Date().getUTCFullYear()).map((post) => ({
      post,
    }));
    let deadline: number | undefined;
    const posting = postAll(rows, { client, funnelKey, ratePerSecond: options.rate, run: randomUUID() }).then(
      () => {
        deadline = Date.now() + options.waitSeconds * 1_000;
      },
    );
    const following = follow(rows, { pool, client, funnelKey, onLook: () => onChange(rows) }, () =>
      deadline === undefined ? false : Date.now() > deadline || rows.every(isSettled),
    );
    await Promise.all([posting, following]);
    return rows;
  } finally {
    client.close();
    await pool.end();
  }
}

async function assertAnswers(client: HttpClient, pool: pg.Pool, webUrl: string): Promise<void> {
  try {
    await client.send({ method: 'GET', path: '/' }, 3_000);
    await pool.query('SELECT 1');
  } catch (error) {
    throw new Error(
      `The system does not answer at ${webUrl}: run \`npm start\` first, and leave it running.`,
      {
        cause: error,
      },
    );
  }
}
