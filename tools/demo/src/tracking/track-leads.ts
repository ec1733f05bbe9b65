import { setTimeout as pause } from 'node:timers/promises';
import type { FunnelClient } from '@desk/tool-workload';
import type { Pool } from 'pg';
import { isDone, type Row } from '../row.js';
import { finalStateOf } from './progress.js';
import { readProgress } from './read-progress.js';

const POLL_INTERVAL_MS = 50;

export interface Tracking {
  readonly pool: Pool;
  readonly funnel: FunnelClient;
  readonly onPoll: () => void;
  readonly isOver: () => boolean;
}

/**
 * Polls the leads until `isOver`. A lead is done once the funnel sees the same status as the database holds. One that waits
 * is polled further, because it may be sold before the others are done.
 */
export async function trackLeads(rows: readonly Row[], tracking: Tracking): Promise<void> {
  for (;;) {
    const isLastPoll = tracking.isOver();
    await poll(rows, tracking);
    tracking.onPoll();
    if (isLastPoll) return;
    await pause(POLL_INTERVAL_MS);
  }
}

async function poll(rows: readonly Row[], { pool, funnel }: Tracking): Promise<void> {
  const open = rows.filter(
    (row) => row.outcome?.leadId !== undefined && (!isDone(row) || row.finalState === 'waiting'),
  );
  if (open.length === 0) return;
  const leadIds = [...new Set(open.map(({ outcome }) => outcome?.leadId ?? ''))];
  const progressByLead = await readProgress(pool, leadIds);
  await Promise.all(
    open.map(async (row) => {
      const progress = progressByLead.get(row.outcome?.leadId ?? '');
      if (!progress) return;
      row.progress = progress;
      const finalState = finalStateOf(progress, Date.now() - (row.postedAt ?? 0));
      if (finalState === row.finalState) return;
      delete row.finalState;
      if (finalState && (await funnel.getLeadStatus(progress.leadId)) === progress.status)
        row.finalState = finalState;
    }),
  );
}
