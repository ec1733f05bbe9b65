import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Leads at each step, at one moment. */
export interface Backlog {
  readonly waiting: number;
  readonly reserved: number;
  readonly unsentEmails: number;
}

const SELECT_BACKLOG = `
  SELECT (SELECT count(*) FROM leads.leads WHERE status = 'available')::int AS waiting,
         (SELECT count(*) FROM leads.leads WHERE status = 'reserved')::int AS reserved,
         (SELECT count(*) FROM notifications.deliveries WHERE status = 'queued')::int AS "unsentEmails"`;
const INTERVAL_MS = 5_000;

/** Reads the backlog every five seconds until `signal` aborts. */
export async function watchBacklog(pool: Pool, signal: AbortSignal): Promise<Backlog[]> {
  const backlogs: Backlog[] = [];
  while (!signal.aborted) {
    backlogs.push(...(await pool.query<Backlog>(SELECT_BACKLOG)).rows);
    await pause(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  return backlogs;
}
