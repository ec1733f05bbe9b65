import type { Invariant } from './invariant.js';

export const weeksSummarizedOnce: Invariant = {
  name: 'weeks-summarized-once',
  description:
    'each week of an agent, and of the market, was summarized at most once, and none that is due waits for a day',
  sql: `SELECT w.buyer_id::text AS summary, 'due, and not published' AS fault FROM leads.weekly_summaries w
         WHERE w.due_at < now() - interval '1 day'
        UNION ALL
        -- The id of a message ends with the first day of the week.
        SELECT substring(i.message_id FROM '.*\\d{4}-\\d{2}-\\d{2}'), 'published more than once' FROM notifications.inbox i
         WHERE i.message_id LIKE 'leads.agent-week-ended~%' OR i.message_id LIKE 'leads.market-week-ended~%'
         GROUP BY 1 HAVING count(*) > 1`,
};
