import type { Invariant } from './invariant.js';

/** The consequences of refunds and disputes, in billing, which records them, and in the other services. */
export const moneyBackInvariants: readonly Invariant[] = [
  {
    name: 'refunds-add-up',
    description:
      'a payment is refunded if, and only if, its refunds that succeeded and its lost disputes add up to its amount',
    sql: `SELECT p.offer_id AS offer, p.stripe_payment_intent_id AS intent, p.status AS purchase, g.given_back
            FROM billing.purchases p
            LEFT JOIN (SELECT purchase_id, sum(amount) AS given_back
                         FROM (SELECT purchase_id, amount FROM billing.refunds WHERE status = 'succeeded'
                               UNION ALL SELECT purchase_id, amount FROM billing.disputes WHERE status = 'lost') part
                        GROUP BY purchase_id) g ON g.purchase_id = p.id
           WHERE p.purchased_at IS NOT NULL
             AND (p.status = 'refunded') <> (COALESCE(g.given_back, 0) >= p.amount)`,
  },
  {
    name: 'refunds-agree',
    description:
      "lead-router's copy of which leads were refunded is current, and the notifier knows every refund and which of them failed",
    sql: `SELECT p.offer_id AS offer, p.status AS purchase, s.refunded_at AS copied, 'lead-router differs' AS fault
            FROM billing.purchases p JOIN leads.sold_leads s ON s.offer_id = p.offer_id
           WHERE p.status IN ('succeeded', 'refunded') AND (p.status = 'refunded') <> (s.refunded_at IS NOT NULL)
          UNION ALL
          SELECT p.offer_id, p.status, NULL, 'the notifier does not know it' FROM billing.purchases p
           WHERE p.status = 'refunded'
             AND NOT EXISTS (SELECT 1 FROM notifications.lead_refunds r WHERE r.lead_id = p.lead_id)
          UNION ALL
          SELECT p.offer_id, p.status, r.failed_at, 'the notifier differs' FROM billing.purchases p
            JOIN (SELECT lead_id, bool_or(failed_at IS NULL) AS counts, max(failed_at) AS failed_at
                    FROM notifications.lead_refunds GROUP BY lead_id) r ON r.lead_id = p.lead_id
           WHERE p.status IN ('succeeded', 'refunded') AND (p.status = 'refunded') <> r.counts`,
  },
  {
    name: 'reviews-agree',
    description: 'the buyers whose service is stopped are those with a dispute that no admin has reviewed',
    sql: `SELECT COALESCE(r.buyer_id, b.id) AS buyer, r.version, r.is_under_review, b.review_version AS copied_version,
                 b.under_review AS copied
            FROM billing.buyer_reviews r
            FULL JOIN (SELECT * FROM leads.buyers WHERE review_version > 0) b ON b.id = r.buyer_id
           WHERE r.version IS DISTINCT FROM b.review_version OR r.is_under_review IS DISTINCT FROM b.under_review
          UNION ALL
          SELECT COALESCE(d.buyer_id, r.buyer_id), r.version, r.is_under_review, NULL, NULL
            FROM (SELECT DISTINCT buyer_id FROM billing.disputes WHERE reviewed_at IS NULL) d
            FULL JOIN (SELECT * FROM billing.buyer_reviews WHERE is_under_review) r ON r.buyer_id = d.buyer_id
           WHERE d.buyer_id IS NULL OR r.buyer_id IS NULL`,
  },
  {
    name: 'approved-reports-refunded',
    description:
      'every approved problem report led to a refund, and no report of a refunded lead waits for a decision',
    sql: `SELECT r.id AS report, r.state, 'no refund was requested' AS fault
            FROM leads.problem_reports r JOIN billing.purchases p ON p.offer_id = r.offer_id
           WHERE r.state = 'approved' AND p.status <> 'refunded'
             AND NOT EXISTS (SELECT 1 FROM billing.refunds f WHERE f.purchase_id = p.id)
             AND NOT EXISTS (SELECT 1 FROM billing.disputes d WHERE d.purchase_id = p.id)
          UNION ALL
          SELECT r.id, r.state, 'the lead was refunded' FROM leads.problem_reports r
            JOIN leads.sold_leads s ON s.lead_id = r.lead_id
           WHERE r.state IN ('reported', 'in-review') AND s.refunded_at IS NOT NULL`,
  },
  {
    name: 'refunded-leads-withheld',
    description:
      'nobody keeps a readable lead that was given back: its contact data is withheld, nothing is sent any more, and none that its buyer had seen was refunded as undeliverable',
    sql: `SELECT p.offer_id AS offer, 'it can be read' AS fault
            FROM billing.purchases p JOIN leads.sold_leads s ON s.offer_id = p.offer_id
           WHERE p.status = 'refunded' AND s.refunded_at IS NOT NULL AND s.withheld_at IS NULL
          UNION ALL
          SELECT d.offer_id, 'it is still sent' FROM notifications.deliveries d
            JOIN billing.purchases p ON p.offer_id = d.offer_id
           WHERE p.status = 'refunded' AND d.status = 'queued'
          UNION ALL
          SELECT p.offer_id, 'it was seen' FROM billing.refunds r
            JOIN billing.purchases p ON p.id = r.purchase_id
            JOIN leads.sold_leads s ON s.offer_id = p.offer_id
           WHERE r.reason = 'undeliverable' AND r.status NOT IN ('failed', 'canceled') AND s.seen_at IS NOT NULL`,
  },
];
