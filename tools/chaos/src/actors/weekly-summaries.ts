import type { Agent, Environment } from './agent.js';
import { waitOrFail } from './retrying-api-client.js';

/** $1: agents. Only the week that has not ended has leads of this run. */
const END_WEEK = `
  UPDATE leads.weekly_summaries w SET due_at = now(), monday = leads.week_of(c.day)
    FROM (SELECT buyer_id, day FROM leads.sale_counts
           WHERE buyer_id = ANY ($1::uuid[]) AND dimension = 'all' AND leads > 0 ORDER BY day DESC LIMIT 1) c
   WHERE w.buyer_id = c.buyer_id RETURNING w.buyer_id AS id`;

/** Lets the week of an agent with leads count as ended, and waits until its summary is published. */
export async function endWeek(
  agents: readonly Agent[],
  { administer, database, signal }: Environment,
): Promise<void> {
  const makeDue = async () => (await administer<{ id: string }>(END_WEEK, [agents.map(({ id }) => id)]))[0];
  const { id } = await waitOrFail(makeDue, { problem: 'there was no agent with leads', signal });
  const sql = 'SELECT 1 FROM leads.weekly_summaries WHERE buyer_id = $1 AND due_at > now()';
  const isPublished = async () => (await database.rows(sql, [id])).length > 0 || undefined;
  await waitOrFail(isPublished, { problem: 'a weekly summary was not published', signal });
}
