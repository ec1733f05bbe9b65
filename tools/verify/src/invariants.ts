import { balanceCounted } from './balance-counted.js';
import { erasedAgentsForgotten } from './erased-agents-forgotten.js';
import { canBeTaken, filterInvariants } from './filter-invariants.js';
import type { Invariant } from './invariant.js';
import { moneyBackInvariants } from './money-back-invariants.js';
import { remindersFireOnce } from './reminders-fire-once.js';
import { leadsCounted } from './leads-counted.js';
import { salesCounted } from './sales-counted.js';
import { nothingStuck } from './nothing-stuck.js';
import { weeksSummarizedOnce } from './weeks-summarized-once.js';
import { deliveryInvariants } from './delivery-invariants.js';

export const invariants: readonly Invariant[] = [
  {
    name: 'acknowledged-leads-stored',
    description: 'every lead acknowledged to a funnel is stored',
    needsAcknowledged: true,
    sql: `SELECT a.id AS lead FROM unnest($1::uuid[]) AS a(id)
           WHERE NOT EXISTS (SELECT 1 FROM leads.leads l WHERE l.id = a.id)`,
  },
  {
    name: 'one-lead-per-person',
    description:
      'every lead of the last day, the shortest duplicate window, holds the fingerprints of its phone and its email, so no other lead is of the same person',
    sql: `SELECT l.id AS lead, k.kind AS missing FROM leads.leads l CROSS JOIN (VALUES ('email'), ('phone')) AS k(kind)
           WHERE l.created_at > now() - interval '1 day' AND l.contact_removed_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM leads.lead_fingerprints f WHERE f.lead_id = l.id AND f.kind = k.kind)`,
  },
  {
    name: 'held-posts-end-once',
    description:
      'a held post waits with what arrived, or has ended once: as a lead of its funnel that is as old as it, as a duplicate, or discarded; and what was fetched from a platform is held',
    sql: `SELECT p.id AS post, p.status, l.id AS lead FROM leads.held_posts p LEFT JOIN leads.leads l ON l.id = p.lead_id
           WHERE (p.status = 'waiting') <> (p.request IS NOT NULL AND p.closed_at IS NULL)
              OR (p.status = 'accepted') <> (l.id IS NOT NULL)
              OR l.funnel_id <> p.funnel_id OR l.created_at <> p.received_at
          UNION ALL
          SELECT f.id, 'fetched, not held', NULL FROM leads.lead_fetches f
           -- Held posts are kept for a day at least.
           WHERE f.status = 'fetched' AND f.notified_at > now() - interval '1 day'
             AND NOT EXISTS (SELECT 1 FROM leads.held_posts p WHERE p.id = f.id)`,
  },
  {
    name: 'sold-once',
    description:
      'no lead has two offers that are open or charged, nor two purchases that are not failed or refunded',
    sql: `SELECT lead_id AS lead, 'offers' AS of, count(*)::int AS count FROM leads.lead_offers
           WHERE status IN ('open', 'charged') GROUP BY lead_id HAVING count(*) > 1
          UNION ALL
          SELECT lead_id, 'purchases', count(*)::int FROM billing.purchases
           WHERE status NOT IN ('failed', 'refunded') GROUP BY lead_id HAVING count(*) > 1`,
  },
  {
    name: 'daily-limit-holds',
    description: "no buyer's daily slots exceed the limit in force when they were claimed",
    sql: `SELECT id AS offer, slot_number AS slot, limit_in_force AS "limit" FROM leads.lead_offers
           WHERE slot_number > limit_in_force
          UNION ALL
          SELECT o.id, o.held::int, o.limit_then FROM (
            SELECT id, rank() OVER (PARTITION BY buyer_id, slot_day ORDER BY reserved_at) AS held,
                   (SELECT c.daily_lead_limit FROM leads.buyer_changes c
                     WHERE c.buyer_id = o.buyer_id AND c.at < o.reserved_at ORDER BY c.at DESC LIMIT 1) AS limit_then
              FROM leads.lead_offers o WHERE status IN ('open', 'charged')) o
           WHERE o.held > o.limit_then`,
  },
  {
    name: 'pause-holds',
    description: "no offer was made to a buyer after that buyer's pause was confirmed",
    sql: `SELECT o.id AS offer, o.reserved_at FROM leads.lead_offers o
           WHERE NOT COALESCE((SELECT c.service_enabled FROM leads.buyer_changes c
                                WHERE c.buyer_id = o.buyer_id AND c.at < o.reserved_at
                                ORDER BY c.at DESC LIMIT 1), false)`,
  },
  {
    name: 'settings-agree',
    description:
      "accounts' copy of a buyer's pause and daily limit, and lead-router's of disabled accounts, are current",
    sql: `SELECT u.id AS buyer, u.service_enabled AS copied_service, b.service_enabled, u.daily_lead_limit AS copied_limit,
                 b.daily_lead_limit, u.settings_version AS copied_version, b.settings_version, b.account_disabled
            FROM accounts.users u LEFT JOIN leads.buyers b ON b.id = u.id
           WHERE NOT u.is_admin
             AND (b.id IS NULL OR u.service_enabled <> b.service_enabled OR u.daily_lead_limit <> b.daily_lead_limit
                  OR u.settings_version > b.settings_version OR (u.disabled_at IS NOT NULL) <> b.account_disabled)`,
  },
  {
    name: 'slots-match',
    description: 'the slots counted equal the offers that hold them',
    sql: `SELECT b.id AS buyer, b.slots_used AS counted, count(o.id)::int AS held FROM leads.buyers b
            LEFT JOIN leads.lead_offers o ON o.buyer_id = b.id AND o.slot_day = b.slots_day
                  AND o.status IN ('open', 'charged')
           GROUP BY b.id HAVING b.slots_used <> count(o.id)`,
  },
  {
    name: 'only-declines-exclude',
    description: 'a buyer is excluded from a lead if the card declined it, and for no other reason',
    sql: `SELECT l.id AS lead, e.buyer, 'excluded without a decline' AS fault
            FROM leads.leads l CROSS JOIN unnest(l.declined_by) AS e(buyer)
           WHERE NOT EXISTS (SELECT 1 FROM leads.lead_offers o
                              WHERE o.lead_id = l.id AND o.buyer_id = e.buyer AND o.status = 'declined')
          UNION ALL
          SELECT l.id, o.buyer_id, 'declined but not excluded' FROM leads.leads l
            JOIN leads.lead_offers o ON o.lead_id = l.id AND o.status = 'declined'
           WHERE l.status IN ('available', 'reserved') AND NOT o.buyer_id = ANY (l.declined_by)
          UNION ALL
          SELECT later.lead_id, later.buyer_id, 'offered again after a decline' FROM leads.lead_offers o
            JOIN leads.lead_offers later ON later.lead_id = o.lead_id AND later.buyer_id = o.buyer_id
                 AND later.reserved_at > o.reserved_at
           WHERE o.status = 'declined'`,
  },
  {
    name: 'takeable-leads-reserved',
    description: 'no real-time lead waits while an eligible buyer could take it',
    sql: `SELECT l.id AS lead FROM leads.leads l
           WHERE l.status = 'available' AND l.created_at > now() - interval '1 hour'
             AND ${canBeTaken('l')}`,
  },
  {
    name: 'withdrawn-leads-unsold',
    description: 'a lead that an admin withdrew stays expired and is offered to nobody',
    sql: `SELECT l.id AS lead, l.status FROM leads.lead_decisions d JOIN leads.leads l ON l.id = d.lead_id
           WHERE d.kind = 'withdrawn' AND l.status <> 'expired'
          UNION ALL
          SELECT o.lead_id, o.status FROM leads.lead_decisions d JOIN leads.lead_offers o ON o.lead_id = d.lead_id
           WHERE d.kind = 'withdrawn' AND (o.status IN ('open', 'charged') OR o.reserved_at > d.decided_at)`,
  },
  ...filterInvariants,
  ...deliveryInvariants,
  {
    name: 'provider-status-agrees',
    description: "lead-router's copy of whether the card provider answers is current",
    sql: `SELECT b.version, b.is_available, l.version AS copied_version, l.is_available AS copied
            FROM billing.provider_status b FULL JOIN leads.provider_status l ON true
           WHERE l.version IS DISTINCT FROM b.version OR l.is_available IS DISTINCT FROM b.is_available`,
  },
  {
    name: 'paid-leads-sold',
    description: 'every paid purchase, refunded or not, is the charged offer of a sold lead, and vice versa',
    sql: `SELECT p.offer_id AS offer, p.status AS purchase, o.status AS offered, l.status AS lead
            FROM (SELECT * FROM billing.purchases WHERE status IN ('succeeded', 'refunded')) p
            FULL JOIN (SELECT * FROM leads.lead_offers WHERE status = 'charged') o ON o.id = p.offer_id
            LEFT JOIN leads.leads l ON l.id = o.lead_id
           WHERE p.id IS NULL OR o.id IS NULL OR l.status <> 'sold' OR p.user_id <> o.buyer_id
              OR p.lead_id <> o.lead_id OR p.amount * 100 <> o.amount_cents
          UNION ALL
          SELECT l.id, NULL, NULL, l.status FROM leads.leads l
           WHERE l.status = 'sold'
             AND NOT EXISTS (SELECT 1 FROM leads.lead_offers o WHERE o.lead_id = l.id AND o.status = 'charged')`,
  },
  {
    name: 'payment-totals-match',
    description: 'the stored payment totals equal the sums of the payments',
    sql: `SELECT COALESCE(k.of, p.of) AS of, k.payments AS stored, p.payments, k.amount AS stored_amount, p.amount
            FROM (SELECT 'all' AS of, sum(payments) AS payments, sum(succeeded_amount) AS amount FROM billing.payment_totals
                  UNION ALL SELECT user_id::text, payments, succeeded_amount FROM billing.payment_totals_by_user) k
            FULL JOIN (SELECT COALESCE(user_id::text, 'all') AS of, count(*) AS payments,
                              COALESCE(sum(amount) FILTER (WHERE status = 'succeeded'), 0) AS amount
                         FROM billing.purchases WHERE status IN ('succeeded', 'refunded')
                        GROUP BY GROUPING SETS ((user_id), ())) p ON p.of = k.of
           WHERE (COALESCE(k.payments, 0), COALESCE(k.amount, 0)) <> (COALESCE(p.payments, 0), COALESCE(p.amount, 0))`,
  },
  {
    name: 'receipt-per-purchase',
    description:
      'every payment has exactly one receipt, of its amount and for its buyer, and their numbers have no gap',
    sql: `SELECT COALESCE(p.id, r.purchase_id) AS purchase, r.number, 'differs' AS fault
            FROM (SELECT * FROM billing.purchases WHERE purchased_at IS NOT NULL) p
            FULL JOIN (SELECT * FROM billing.documents WHERE kind = 'receipt') r ON r.purchase_id = p.id
           WHERE p.id IS NULL OR r.id IS NULL OR NOT p.has_receipt OR r.user_id <> p.user_id
              OR r.lead_id <> p.lead_id OR r.amount <> p.amount
              OR r.occurred_at <> date_trunc('milliseconds', p.purchased_at)
          UNION ALL
          SELECT NULL, n.last, 'gap before' FROM billing.document_numbers n
            LEFT JOIN billing.documents d ON d.kind = n.kind
           WHERE n.kind = 'receipt' GROUP BY n.kind, n.last
          HAVING count(d.id) <> n.last OR COALESCE(min(d.number), 1) <> 1 OR COALESCE(max(d.number), 0) <> n.last`,
  },
  {
    name: 'credit-note-per-refund',
    description:
      'every refund has exactly one credit note, and one that failed later exactly one reversal, without gaps',
    sql: `SELECT COALESCE(f.id, c.refund_id) AS refund, c.number, 'credit note differs' AS fault
            FROM (SELECT * FROM billing.refunds WHERE succeeded_at IS NOT NULL) f
            FULL JOIN (SELECT * FROM billing.documents WHERE kind = 'credit-note') c ON c.refund_id = f.id
           WHERE f.id IS NULL OR c.id IS NULL OR NOT f.has_credit_note OR c.amount <> f.amount
              OR c.purchase_id <> f.purchase_id OR c.receipt_number <> (
                SELECT r.number FROM billing.documents r WHERE r.purchase_id = f.purchase_id AND r.kind = 'receipt')
          UNION ALL
          SELECT COALESCE(f.id, v.refund_id), v.number, 'reversal differs'
            FROM (SELECT * FROM billing.refunds WHERE succeeded_at IS NOT NULL AND ended_at IS NOT NULL) f
            FULL JOIN (SELECT * FROM billing.documents WHERE kind = 'reversal') v ON v.refund_id = f.id
           WHERE f.id IS NULL OR v.id IS NULL OR v.amount <> f.amount
          UNION ALL
          SELECT NULL, n.last, 'gap before' FROM billing.document_numbers n
            LEFT JOIN billing.documents d ON d.kind = n.kind
           WHERE n.kind <> 'receipt' GROUP BY n.kind, n.last
          HAVING count(d.id) <> n.last OR COALESCE(min(d.number), 1) <> 1 OR COALESCE(max(d.number), 0) <> n.last`,
  },
  ...moneyBackInvariants,
  {
    name: 'sold-leads-listed',
    description: 'every sold lead is listed once, for the buyer who was charged, and no other lead is listed',
    sql: `SELECT COALESCE(o.lead_id, s.lead_id) AS lead, o.id AS charged, s.offer_id AS listed
            FROM (SELECT * FROM leads.lead_offers WHERE status = 'charged') o
            FULL JOIN leads.sold_leads s ON s.lead_id = o.lead_id
           WHERE o.id IS DISTINCT FROM s.offer_id OR o.buyer_id <> s.buyer_id OR o.amount_cents <> s.amount_cents
          UNION ALL
          SELECT l.id, NULL, s.offer_id FROM leads.leads l LEFT JOIN leads.sold_leads s ON s.lead_id = l.id
           WHERE (l.status = 'sold') <> (s.lead_id IS NOT NULL)`,
  },
  {
    name: 'feed-gapless',
    description:
      "each buyer's feed has no gap between its first stored event and its head, and recent events are kept",
    sql: `SELECT COALESCE(h.buyer_id, f.buyer_id) AS buyer, h.head, f.first, f.last, f.kept
            FROM leads.feed_heads h
            FULL JOIN (SELECT buyer_id, min(seq) AS first, max(seq) AS last, count(*)::int AS kept
                         FROM leads.buyer_feed GROUP BY buyer_id) f ON f.buyer_id = h.buyer_id
           WHERE h.head IS NULL OR f.last <> h.head OR f.kept <> f.last - f.first + 1
              -- Events are deleted after seven days.
              OR (f.last IS NULL AND h.at > now() - interval '7 days')`,
  },
  {
    name: 'leads-searchable',
    description: 'every lead is in the search index, and in that of its buyer',
    sql: `SELECT l.id AS lead
            FROM leads.leads l
            LEFT JOIN leads.lead_search i ON i.lead_id = l.id
            LEFT JOIN leads.sold_leads s ON s.lead_id = l.id
           WHERE i.lead_id IS NULL OR cardinality(s.hashes) <> cardinality(i.hashes)`,
  },
  {
    name: 'personal-data-to-owners',
    description:
      'no email with personal data of a lead was sent to an address that had bounced or was not confirmed in time',
    sql: `SELECT id AS delivery, contact FROM notifications.deliveries
           WHERE kind = 'email' AND status = 'sent' AND NOT redacted AND contact IS NOT NULL
             AND (contact ->> 'confirmedAt' IS NULL OR (contact ->> 'confirmedAt')::timestamptz
                    <= COALESCE((contact ->> 'bouncedAt')::timestamptz, '-infinity'))
             AND (contact ->> 'bouncedAt' IS NOT NULL OR (contact ->> 'at')::timestamptz
                    >= COALESCE((contact ->> 'confirmBy')::timestamptz, '-infinity'))`,
  },
  {
    name: 'opted-out-numbers-off',
    description: 'no channel that sends text messages has a number that opted out',
    sql: `SELECT c.id AS channel FROM notifications.channels c
            JOIN notifications.phone_opt_outs o ON o.phone = c.address AND o.lifted_at IS NULL
           WHERE c.kind = 'sms' AND c.verified_at IS NOT NULL AND c.disabled_at IS NULL AND c.removed_at IS NULL`,
  },
  {
    name: 'email-ownership-agrees',
    description: "the notifier's copy of each agent's address, and whether it is confirmed, is current",
    sql: `SELECT u.id AS "user", u.email_confirmed_at, c.confirmed_at, u.email_bounced_at, c.bounced_at
            FROM accounts.users u LEFT JOIN notifications.channels c ON c.buyer_id = u.id AND c.kind = 'email'
           WHERE NOT u.is_admin AND u.erased_at IS NULL
             AND (c.id IS NULL OR c.address <> u.email OR c.confirmed_at IS DISTINCT FROM u.email_confirmed_at
                  OR c.bounced_at IS DISTINCT FROM u.email_bounced_at)`,
  },
  salesCounted,
  remindersFireOnce,
  weeksSummarizedOnce,
  leadsCounted,
  balanceCounted,
  erasedAgentsForgotten,
  nothingStuck,
];
