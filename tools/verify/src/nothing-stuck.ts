import { type Invariant, IS_PUBLISHED_LATER, WAITS_FOR_ATTEMPT } from './invariant.js';

/**
 * An hour after an erasure, billing searches the provider once more for customers of the buyer. Nothing waits for that.
 */
const IS_DUE_SOON = `NOT (is_delayed AND name = 'billing.forget-cards' AND message_id LIKE '%-repeated-1')`;
/** A delayed message finishes an interrupted sign-up. The sign-up's row shows whether anything is left to do. */
const IS_NO_SAFETY_NET = `NOT (is_delayed AND name = 'accounts.finish-sign-up')`;

/** Emails that wait for the end of the quiet hours or for a place in a mailbox. */
const IS_HELD = 'attempts = attempts_before AND next_attempt_at > now()';

function selectUnfinished({ acceptsWaiting }: { readonly acceptsWaiting: boolean }): string {
  const sendable = acceptsWaiting ? ` AND NOT (${WAITS_FOR_ATTEMPT})` : '';
  const message = acceptsWaiting ? ` AND NOT (${IS_PUBLISHED_LATER})` : '';
  const channel = acceptsWaiting
    ? ` AND NOT EXISTS (SELECT 1 FROM notifications.deliveries d WHERE d.buyer_id = c.buyer_id AND ${WAITS_FOR_ATTEMPT})`
    : '';
  const fetch = acceptsWaiting ? " AND f.next_attempt_at < now() - interval '1 minute'" : '';
  return `SELECT 'lead' AS kind, id::text, status FROM leads.leads WHERE status = 'reserved'
          UNION ALL SELECT 'offer', id::text, status FROM leads.lead_offers WHERE status = 'open'
          UNION ALL SELECT 'purchase', id::text, status FROM billing.purchases WHERE status IN ('pending', 'unknown')
          UNION ALL SELECT 'purchase', id::text, 'without receipt' FROM billing.purchases
                     WHERE purchased_at IS NOT NULL AND NOT has_receipt
          UNION ALL SELECT 'refund', id::text, status FROM billing.refunds WHERE status = 'requested'
          UNION ALL SELECT 'refund', id::text, 'without credit note' FROM billing.refunds
                     WHERE (succeeded_at IS NOT NULL AND NOT has_credit_note)
                        OR (succeeded_at IS NOT NULL AND ended_at IS NOT NULL AND NOT has_reversal)
          UNION ALL SELECT 'lead to fetch', f.id::text, f.status FROM leads.lead_fetches f
                      JOIN leads.funnel_connections c ON c.funnel_id = f.funnel_id AND c.tool = 'meta'
                      JOIN leads.funnels n ON n.id = f.funnel_id
                     WHERE f.status = 'queued' AND c.token_refused_at IS NULL AND n.mode <> 'paused'${fetch}
          UNION ALL SELECT 'fetched post', p.id::text, p.reason FROM leads.held_posts p
                      JOIN leads.funnels n ON n.id = p.funnel_id
                     WHERE p.status = 'waiting' AND p.replay_at IS NOT NULL AND n.mode <> 'paused'
          UNION ALL SELECT 'delivery', id::text, status FROM notifications.deliveries WHERE status = 'queued'${sendable}
          UNION ALL SELECT 'email', id::text, status FROM notifications.account_mails
                     WHERE status = 'queued' AND NOT (${IS_HELD})${sendable}
          UNION ALL SELECT 'notification', id::text, status FROM notifications.push_messages
                     WHERE status = 'queued'${sendable}
          UNION ALL SELECT 'account status', id::text, 'unpublished' FROM accounts.users
                     WHERE NOT is_admin AND published_disabled <> (disabled_at IS NOT NULL)
          UNION ALL SELECT 'erasure', id::text, 'unpublished' FROM accounts.users
                     WHERE erased_at IS NOT NULL AND erasure_published_at IS NULL
          UNION ALL SELECT 'erased buyer', id::text, 'not closed' FROM leads.buyers
                     WHERE erased_at IS NOT NULL AND closed_at IS NULL
          UNION ALL SELECT 'erased buyer', buyer_id::text, 'cards not removed' FROM billing.customers
                     WHERE erased_at IS NOT NULL AND forgotten_at IS NULL
          UNION ALL SELECT 'erased buyer', buyer_id::text, 'addresses not removed' FROM notifications.channels c
                     WHERE closing_at IS NOT NULL AND erased_at IS NULL${channel}
          UNION ALL SELECT 'provider event', event_id, type FROM billing.provider_events WHERE processed_at IS NULL
          UNION ALL SELECT 'message of lead-router', message_id, queue FROM leads.outbox WHERE true${message}
          UNION ALL SELECT 'message of billing', message_id, queue FROM billing.outbox WHERE ${IS_DUE_SOON}${message}
          UNION ALL SELECT 'message of notifier', message_id, queue FROM notifications.outbox WHERE true${message}
          UNION ALL SELECT 'sign-up', id::text, 'not finished' FROM accounts.sign_up_drafts WHERE submission IS NOT NULL
          UNION ALL SELECT 'message of accounts', message_id, queue FROM accounts.outbox
                     WHERE ${IS_NO_SAFETY_NET}${message}`;
}

/** No work is unfinished. */
export const nothingStuck: Invariant = {
  name: 'nothing-stuck',
  description: 'nothing is left reserved, open, pending, unknown, queued, unpublished or unacknowledged',
  sql: selectUnfinished({ acceptsWaiting: false }),
  sqlAcceptingWaiting: selectUnfinished({ acceptsWaiting: true }),
};
