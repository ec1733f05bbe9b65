import type { Agent, Environment } from './agent.js';
import { waitOrFail } from './retrying-api-client.js';

/** Reminders are set to the minute. */
const DUE_TIMEOUT_MS = 90_000;

/** $1: agents. The time is the next full minute that is at least five seconds away, on the clock of the agent. */
const SELECT_LEAD = `
  SELECT s.lead_id AS id, s.buyer_id AS "buyerId", s.version,
         to_char(date_trunc('minute', now() + interval '65 seconds') AT TIME ZONE b.time_zone, 'YYYY-MM-DD"T"HH24:MI') AS "remindAt"
    FROM leads.sold_leads s JOIN leads.buyers b ON b.id = s.buyer_id
   WHERE s.buyer_id = ANY ($1::uuid[]) AND s.withheld_at IS NULL AND s.remind_at IS NULL
     -- Its refund may be on its way.
     AND NOT EXISTS (SELECT FROM leads.problem_reports r WHERE r.lead_id = s.lead_id)
   ORDER BY s.sold_at DESC LIMIT 1`;

interface RemindableLead {
  readonly id: string;
  readonly buyerId: string;
  readonly version: number;
  readonly remindAt: string;
}

/** One of the agents wants to be reminded of the newest lead, and waits for it. */
export async function remind(agents: readonly Agent[], { database, signal }: Environment): Promise<void> {
  const findLead = async () =>
    (await database.rows<RemindableLead>(SELECT_LEAD, [agents.map(({ id }) => id)]))[0];
  const lead = await waitOrFail(findLead, { problem: 'there was no lead to be reminded of', signal });
  const agent = agents.find(({ id }) => id === lead.buyerId);
  await agent?.setReminder(lead.id, lead.version, lead.remindAt);
  const sql = 'SELECT 1 FROM leads.sold_leads WHERE lead_id = $1 AND reminded_at IS NOT NULL';
  const isReminded = async () => (await database.rows(sql, [lead.id])).length > 0 || undefined;
  await waitOrFail(isReminded, {
    problem: 'a reminder was not published',
    signal,
    timeoutMs: DUE_TIMEOUT_MS,
  });
}
