import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { toClientConfig } from './connection-options.js';

const RETRY_INTERVAL_MS = 500;

/**
 * Runs `work` while no other process runs migrations of this schema. Others wait, and so does this one. The lock belongs
 * to a connection of its own and ends with it, also after a crash.
 */
export async function withMigrationLock<Result>(
  url: string,
  schema: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...toClientConfig(url), keepAlive: true });
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', (cause) =>
      reject(new Error('The connection that holds the migration lock was lost.', { cause })),
    );
  });
  lost.catch(() => undefined);
  await client.connect();
  try {
    await acquire(client, schema);
    return await Promise.race([work(), lost]);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Asks again and again rather than waiting in the server: a statement that waits has a snapshot, and CREATE INDEX
 * CONCURRENTLY of the process with the lock would wait for it forever.
 */
async function acquire(client: pg.Client, schema: string): Promise<void> {
  const sql = 'SELECT pg_try_advisory_lock(hashtext($1)) AS acquired';
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(sql, [`desk migrations ${schema}`]);
    if (rows[0]?.acquired === true) return;
    await pause(RETRY_INTERVAL_MS);
  }
}
