import type { Invariant } from './invariant.js';

const MESSAGE = 'leads.reminder-due~';
const UUID_LENGTH = 36;
const INSTANT_LENGTH = 24;
/** The id of a message names the lead and the time that was set. */
const ID_LENGTH = MESSAGE.length + UUID_LENGTH + '-'.length + INSTANT_LENGTH;
const messageId = `'${MESSAGE}' || s.lead_id || '-' || to_char(s.remind_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const remindersFireOnce: Invariant = {
  name: 'reminders-fire-once',
  description:
    'a reminder that is due was published once, not before its time, and not for a lead that had been given back',
  sql: `SELECT s.lead_id::text AS lead, 'due, and not published' AS fault FROM leads.sold_leads s
          JOIN leads.buyers b ON b.id = s.buyer_id
         WHERE s.remind_at < now() - interval '1 minute' AND s.reminded_at IS NULL AND s.withheld_at IS NULL
           AND b.erased_at IS NULL
        UNION ALL
        SELECT s.lead_id::text, 'published too early, or for a lead that had been given back' FROM leads.sold_leads s
         WHERE s.reminded_at < s.remind_at OR s.reminded_at > s.withheld_at
        UNION ALL
        SELECT s.lead_id::text, 'published, and no message says so' FROM leads.sold_leads s
         -- The notifier forgets messages after 30 days.
         WHERE s.reminded_at > now() - interval '29 days'
           AND NOT EXISTS (SELECT 1 FROM notifications.inbox i WHERE i.message_id = ${messageId})
           AND NOT EXISTS (SELECT 1 FROM leads.outbox o WHERE o.message_id = ${messageId})
        UNION ALL
        SELECT left(i.message_id, ${ID_LENGTH}), 'published more than once' FROM notifications.inbox i
         WHERE i.message_id LIKE '${MESSAGE}%' GROUP BY 1 HAVING count(*) > 1`,
};
