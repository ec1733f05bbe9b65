import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { HttpClient } from '../posting/http-client.js';
import { isSettled, type Row } from '../row.js';
import { endOf } from './progress.js';
import { readProgress } from './read-progress.js';

const LOOK_EVERY_MS = 50;

export interface Following {
  readonly pool: Pool;
  readonly client: HttpClient;
  readonly funnelKey: string;
  readonly onLook: () => void;
}

/** Looks after the leads until `isOver` says so. A lead is settled when the funnel is told the same as the database. */
export async function follow(
  rows: readonly Row[],
  following: Following,
  isOver: () => boolean,
): Promise<void> {
  for (;;) {
    const last = isOver();
    await look(rows, following);
    following.onLook();
    if (last) return;
    await pause(LOOK_EVERY_MS);
  }
}

async function look(rows: readonly Row[], { pool, client, funnelKey }: Following): Promise<void> {
  const open = rows.filter((row) => row.reply?.leadId !== undefined && !isSettled(row));
  if (open.length === 0) return;
  const ids = [...new Set(open.map(({ reply }) => reply?.leadId ?? ''))];
  const found = await readProgress(pool, ids);
  await Promise.all(
    open.map(async (row) => {
      const progress = found.get(row.reply?.leadId ?? '');
      if (!progress) return;
      row.progress = progress;
      const end = endOf(progress, Date.now() - (row.postedAt ?? 0));
      if (end && (await statusFor(progress.leadId, client, funnelKey)) === progress.status) row.end = end;
    }),
  );
}

/** What the funnel is told of its lead; undefined when it is told nothing. */
async function statusFor(leadId: string, client: HttpClient, key: string): Promise<string | undefined> {
  const answer = await client.send({
    method: 'GET',
    path: `/api/ingest/leads/${leadId}`,
    headers: { 'x-funnel-key': key },
  });
  return answer.status === 200 ? (JSON.parse(answer.body) as { status: string }).status : undefined;
}
