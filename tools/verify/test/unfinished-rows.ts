import { buyer } from './sale-rows.js';
import type { Planted } from './receipt-rows.js';

/** What somebody still waits for. */
export const unfinishedRows: readonly Planted[] = [
  [
    'nothing-stuck',
    'an email in progress',
    [
      `INSERT INTO notifications.account_mails (id, kind, address, message_id, content, user_id, occasion)
       VALUES (gen_random_uuid(), 'email', 'a@b.c', '<n>', '{}', '${buyer}', 'o')`,
    ],
  ],
  [
    'nothing-stuck',
    'a browser notification in progress',
    [
      `WITH browser AS (
         INSERT INTO notifications.push_subscriptions (id, user_id, endpoint_digest, name, settings)
         VALUES (gen_random_uuid(), '${buyer}', 'd', 'Chrome', 'enc') RETURNING id)
       INSERT INTO notifications.push_messages (id, kind, address, message_id, content, lead_id, subscription_id)
       SELECT gen_random_uuid(), 'push', 'Chrome', 'm', '{}', gen_random_uuid(), id FROM browser`,
    ],
  ],
  [
    'nothing-stuck',
    'a sign-up that was submitted',
    [
      `INSERT INTO accounts.get_started_leads (id, session_hash, reserved_user_id, current_step, claim)
       VALUES (gen_random_uuid(), 's', gen_random_uuid(), 'payment', '{}')`,
    ],
  ],
  [
    'nothing-stuck',
    'an email that is due after quiet hours',
    [
      `INSERT INTO notifications.account_mails (id, kind, address, message_id, content, user_id, occasion, next_attempt_at)
       VALUES (gen_random_uuid(), 'email', 'a@b.c', '<n>', '{}', '${buyer}', 'o', now() - interval '1 second')`,
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

/** An email that waits for the end of the quiet hours, with its message. */
export const heldEmail: readonly string[] = [
  `INSERT INTO notifications.account_mails (id, kind, address, message_id, content, user_id, occasion, next_attempt_at)
       VALUES (gen_random_uuid(), 'email', 'a@b.c', '<n>', '{}', '${buyer}', 'o', now() + interval '1 hour')`,
  `INSERT INTO notifications.outbox (message_id, queue, name, sealed, due_at, is_delayed)
       VALUES ('notifications.send-account-mail-1', 'notifier.events', 'notifications.send-account-mail', '',
               now() + interval '1 hour', true)`,
];
