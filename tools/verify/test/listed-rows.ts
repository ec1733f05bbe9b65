import type { Planted } from './receipt-rows.js';
import { buyer, erasedAccount, lead, refundedLead, soldLead } from './sale-rows.js';

const REMIND_AT = '2026-01-05T14:30:00.000Z';
const remind = (remindedAt: string): string =>
  `UPDATE leads.sold_leads SET remind_at = '${REMIND_AT}', reminded_at = ${remindedAt}`;
const announce = (id = ''): string =>
  `INSERT INTO notifications.inbox (message_id) VALUES ('leads.reminder-due~${lead}-${REMIND_AT}${id}')`;

/** A published reminder. */
export const announcedReminder: readonly string[] = [...soldLead, remind('now()'), announce()];

const announceWeek = (id: string): string =>
  `INSERT INTO notifications.inbox (message_id) VALUES ('leads.${id}')`;

/** Published weekly summaries. */
export const announcedWeeks: readonly string[] = [
  announceWeek(`agent-week-ended~${buyer}-2026-01-05`),
  announceWeek(`agent-week-ended~${buyer}-2026-01-12`),
  announceWeek('market-week-ended~2026-01-05'),
];

/** Rows that violate an invariant of sold-lead lists and counts, reminders, weekly summaries or erasure. */
export const listedRows: readonly Planted[] = [
  [
    'sold-leads-listed',
    'a sold lead that is not listed',
    [...soldLead, 'DELETE FROM leads.sold_leads'],
    // Still counted: the service never deletes sales.
    ['sales-counted', 'leads-counted'],
  ],
  [
    'sold-leads-listed',
    'a lead that is listed for somebody else',
    [...soldLead, 'UPDATE leads.sold_leads SET buyer_id = gen_random_uuid()'],
    ['sales-counted'],
  ],
  [
    'sales-counted',
    'a lead that is counted twice',
    [...soldLead, "UPDATE leads.sale_counts SET leads = 2 WHERE dimension = 'state'"],
  ],
  [
    'sales-counted',
    'a lead that is not counted',
    [...soldLead, "DELETE FROM leads.sale_counts WHERE dimension = 'hour'"],
  ],
  [
    'sales-counted',
    'a commission that is not counted',
    [...soldLead, "UPDATE leads.sale_counts SET commission_cents = 1 WHERE dimension = 'all'"],
  ],
  ['reminders-fire-once', 'a reminder that is overdue', [...soldLead, remind('NULL')]],
  ['reminders-fire-once', 'a reminder that no message announced', [...soldLead, remind('now()')]],
  ['reminders-fire-once', 'a reminder that was announced twice', [...announcedReminder, announce('-again')]],
  [
    'reminders-fire-once',
    'a reminder that fired early',
    [...soldLead, remind("'2026-01-05T14:29:00.000Z'"), announce()],
  ],
  [
    'reminders-fire-once',
    'a reminder of a refunded lead',
    [...refundedLead, remind("clock_timestamp() + interval '1 minute'"), announce()],
  ],
  [
    'weeks-summarized-once',
    "an agent's week that was summarized twice",
    [...announcedWeeks, announceWeek(`agent-week-ended~${buyer}-2026-01-12-again`)],
  ],
  [
    'weeks-summarized-once',
    'a market week that was summarized twice',
    [...announcedWeeks, announceWeek('market-week-ended~2026-01-05-again')],
  ],
  [
    'weeks-summarized-once',
    'a summary that is overdue',
    ["UPDATE leads.weekly_summaries SET due_at = now() - interval '25 hours'"],
  ],
  [
    'erased-agents-forgotten',
    'a saved view of an erased agent',
    [
      ...erasedAccount,
      `INSERT INTO leads.lead_views (buyer_id, id, content) VALUES ('${buyer}', gen_random_uuid(), 'enc')`,
    ],
  ],
  [
    'leads-counted',
    "a lead that admins' reports count twice",
    [...soldLead, 'UPDATE leads.market_changes SET accepted = 2 WHERE accepted = 1'],
  ],
  [
    'leads-counted',
    "a sale that admins' reports do not count",
    [...soldLead, 'DELETE FROM leads.market_changes WHERE sold = 1'],
  ],
];
