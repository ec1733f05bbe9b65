import { setTimeout as pause } from 'node:timers/promises';
import type { FunnelClient } from '@desk/tool-workload';
import type { Pool } from 'pg';
import { finalStateOf, isDone, type Progress, type Row } from './row.js';
import { canBeTaken } from '@desk/tool-verify';

const PROGRESS = `
  SELECT l.id AS "leadId", l.status, l.sold_at AS "soldAt", u.first_name || ' ' || u.last_name AS buyer,
         p.status AS purchase, p.amount, d.status AS delivery, d.sent_at AS "sentAt",
         (SELECT count(*)::int FROM leads.lead_offers x
           WHERE x.lead_id = l.id AND x.status = 'declined') AS declines,
         l.status = 'available' AND ${canBeTaken('l')} AS "canBeTaken"
    FROM leads.leads l
    LEFT JOIN leads.lead_offers o ON o.lead_id = l.id AND o.status IN ('open', 'charged')
    LEFT JOIN accounts.users u ON u.id = o.buyer_id
    LEFT JOIN billing.purchases p ON p.offer_id = o.id
    LEFT JOIN LATERAL (
      SELECT status, sent_at FROM notifications.deliveries d
       WHERE d.lead_id = l.id AND d.buyer_id = o.buyer_id
       ORDER BY sent_at NULLS LAST LIMIT 1) d ON true
   WHERE l.id = ANY($1::uuid[])`;

/** Omits leads that are not in the database. */
export async function readProgress(pool: Pool, leadIds: readonly string[]): Promise<Map<string, Progress>> {
  const { rows } = await pool.query<Progress>(PROGRESS, [leadIds]);
  return new Map(rows.map((row) => [row.leadId, row]));
}

const POLL_INTERVAL_MS = 50;

interface Tracking {
  readonly pool: Pool;
  readonly funnel: FunnelClient;
  readonly onPoll: () => void;
  readonly isOver: () => boolean;
}

/**
 * Polls the leads until `isOver`. A lead is done once the funnel sees the same status as the database holds. A lead
 * that waits for a buyer is polled further, because it may be sold before the others are done.
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
