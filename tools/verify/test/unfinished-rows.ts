import { buyer, soldLead, erasedAccount } from './sale-rows.js';
import type { Planted } from './receipt-rows.js';

const insertEmail = (nextAttemptAt: string): string =>
  `INSERT INTO notifications.account_mails (id, kind, address, message_id, content, user_id, occasion, next_attempt_at)
   VALUES (gen_random_uuid(), 'email', 'a@b.c', '<n>', '{}', '${buyer}', 'o', ${nextAttemptAt})`;
const notificationInProgress: readonly string[] = [
  `WITH browser AS (
     INSERT INTO notifications.push_subscriptions (id, user_id, endpoint_digest, name, settings)
     VALUES (gen_random_uuid(), '${buyer}', 'd', 'Chrome', 'enc') RETURNING id)
   INSERT INTO notifications.push_messages (id, kind, address, message_id, content, lead_id, subscription_id)
   SELECT gen_random_uuid(), 'push', 'Chrome', 'm', '{}', gen_random_uuid(), id FROM browser`,
];

/** Rows of unfinished work that is due, so nothing explains why it waits. */
export const unfinishedRows: readonly Planted[] = [
  ['nothing-stuck', 'an email in progress', [insertEmail('now()')]],
  ['nothing-stuck', 'a browser notification in progress', notificationInProgress],
  [
    'nothing-stuck',
    'a sign-up that was submitted',
    [
      `INSERT INTO accounts.sign_up_drafts (id, session_hash, reserved_user_id, current_step, submission)
       VALUES (gen_random_uuid(), 's', gen_random_uuid(), 'payment', '{}')`,
    ],
  ],
  [
    'nothing-stuck',
    'a lead of a platform that is not fetched',
    [
      `INSERT INTO leads.funnel_connections
              (funnel_id, tool, secret, page_id, page_token, saved_at, saved_by, forms_due_at, read_until)
       SELECT id, 'meta', '', '1', '', now(), gen_random_uuid(), now(), now() FROM leads.funnels`,
      `INSERT INTO leads.lead_fetches (id, funnel_id, external_id, next_attempt_at)
       SELECT gen_random_uuid(), id, '1', now() - interval '1 hour' FROM leads.funnels`,
    ],
  ],
  [
    'nothing-stuck',
    'a fetched post that is not replayed',
    [
      `INSERT INTO leads.held_posts (id, funnel_id, received_at, reason, refusal, request, digest, replay_at)
       SELECT gen_random_uuid(), id, now(), 'fetched', '', '', '', now() FROM leads.funnels`,
    ],
  ],
  [
    'nothing-stuck',
    'a lead whose next attempt is overdue',
    [
      ...soldLead,
      `UPDATE notifications.deliveries
          SET status = 'queued', sent_at = NULL, attempts = 3, next_attempt_at = now() - interval '1 second'`,
    ],
    ['sold-leads-delivered'],
  ],
  [
    'nothing-stuck',
    'a delayed message that is overdue',
    [
      `INSERT INTO billing.outbox (message_id, queue, name, sealed, due_at, is_delayed)
       VALUES ('m', 'billing.events', 'billing.resolve-refund', '', now() - interval '1 second', true)`,
    ],
  ],
  [
    'nothing-stuck',
    'an unpublished message',
    [
      `INSERT INTO leads.outbox (message_id, queue, name, sealed, due_at)
       VALUES ('m', 'billing.events', 'billing.charge-offer', '', now())`,
    ],
  ],
];

/** An email that waits for the end of the quiet hours. */
export const heldEmail: readonly string[] = [insertEmail("now() + interval '1 hour'")];

const RETRY =
  "status = 'queued', sent_at = NULL, attempts = 3, next_attempt_at = now() + interval '30 minutes'";
const retryRefund = `INSERT INTO billing.outbox (message_id, queue, name, sealed, due_at, is_delayed)
   VALUES ('billing.resolve-refund~id-4', 'q', 'billing.resolve-refund', '', now() + interval '30 minutes', true)`;

/** Rows that wait for their next attempt, and the invariants that are violated until then. */
export const waitingRows: readonly (readonly [
  rows: string,
  planted: readonly string[],
  violated: readonly string[],
])[] = [
  [
    'a sold lead whose only channel refuses messages for now',
    [...soldLead, `UPDATE notifications.deliveries SET ${RETRY}`],
    ['nothing-stuck', 'sold-leads-delivered'],
  ],
  [
    'an email about the account that is tried again',
    [insertEmail('now()'), `UPDATE notifications.account_mails SET ${RETRY}`],
    ['nothing-stuck'],
  ],
  [
    'a browser notification that is tried again',
    [...notificationInProgress, `UPDATE notifications.push_messages SET ${RETRY}`],
    ['nothing-stuck'],
  ],
  ['a refund that the card provider is asked about again', [retryRefund], ['nothing-stuck']],
  [
    'an erased agent who still gets a paid lead',
    [
      ...soldLead,
      `UPDATE notifications.deliveries SET ${RETRY}`,
      ...erasedAccount.map((sql) =>
        sql.replace('closing_at = now(), erased_at = now()', 'closing_at = now()'),
      ),
      "UPDATE notifications.channels SET address = 'a@b.c', first_name = 'A'",
    ],
    ['erased-agents-forgotten', 'nothing-stuck', 'sold-leads-delivered'],
  ],
];
