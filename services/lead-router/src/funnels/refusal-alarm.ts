import { funnelRefusalsRose } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import type { RejectionCount } from './rejection.repository.js';

/** Fewer refused posts in a day alarm nobody. */
const MIN_REFUSED = 10;
/** How many times the usual number of refused posts is unusual. */
const FACTOR = 3;
const USUAL_DAYS = 7;

/** Returns how many refused posts in a day alarm the admins, given those of the seven days before. */
export const getDailyAlarmThreshold = (refusedBefore: number): number =>
  Math.max(MIN_REFUSED, Math.ceil((FACTOR * refusedBefore) / USUAL_DAYS));

interface RefusalsOfDay {
  readonly funnelId: string;
  readonly funnelName: string;
  readonly day: string;
  readonly added: number;
  /** Refused posts of the day, including the new ones. */
  readonly refused: number;
  readonly refusedBefore: number;
}

/** $1: funnels, $2: days, $3: reasons, $4: posts. Duplicates alarm nobody: the same person asks many funnels. */
const COUNT_REFUSALS = `
  SELECT added.*, f.name AS "funnelName",
         (SELECT sum(count) FROM rejections r
           WHERE r.funnel_id = "funnelId" AND r.day = added.day::date AND field = '' AND reason <> 'duplicate')::int
           AS refused,
         (SELECT COALESCE(sum(count), 0) FROM rejections r
           WHERE r.funnel_id = "funnelId" AND r.day < added.day::date AND r.day >= added.day::date - ${USUAL_DAYS}
             AND field = '' AND reason <> 'duplicate')::int AS "refusedBefore"
    FROM (SELECT given.funnel_id AS "funnelId", given.day, sum(given.count)::int AS added
            FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) AS given (funnel_id, day, reason, count)
           WHERE given.reason <> 'duplicate' GROUP BY 1, 2) added
    JOIN funnels f ON f.id = "funnelId" AND f.mode = 'live'`;

/** Makes other counts of these funnels wait, so that exactly one sees a day's number reach the threshold. */
export async function lockFunnels(
  tx: Tx,
  counted: readonly Pick<RejectionCount, 'funnelId'>[],
): Promise<void> {
  const ids = counted.map(({ funnelId }) => funnelId);
  await tx.query('SELECT 1 FROM funnels WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [ids]);
}

/** Reports the live funnels whose refused posts have become unusually many with these counts, which are stored already. */
export async function alarmAdmins(tx: Tx, counts: readonly RejectionCount[]): Promise<void> {
  const posts = counts.filter(({ funnelId, field }) => funnelId !== null && field === '');
  const days = await tx.query<RefusalsOfDay>(COUNT_REFUSALS, [
    posts.map(({ funnelId }) => funnelId),
    posts.map(({ day }) => day),
    posts.map(({ reason }) => reason),
    posts.map(({ count }) => count),
  ]);
  for (const { funnelId, funnelName, day, added, refused, refusedBefore } of days) {
    const threshold = getDailyAlarmThreshold(refusedBefore);
    if (refused < threshold || refused - added >= threshold) continue;
    const usualPerDay = Math.round((10 * refusedBefore) / USUAL_DAYS) / 10;
    const at = new Date().toISOString();
    tx.publish(
      funnelRefusalsRose,
      { funnelId, funnelName, day, refused, usualPerDay, at },
      { key: `${funnelId}-${day}` },
    );
  }
}
