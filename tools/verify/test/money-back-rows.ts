import type { Planted } from './receipt-rows.js';
import {
  buyer,
  erasedAccount,
  givenBack,
  lead,
  leadRefund,
  offer,
  refundedLead,
  refundOf,
  soldLead,
} from './sale-rows.js';

const report = (state: string): string =>
  `INSERT INTO leads.problem_reports (id, lead_id, offer_id, buyer_id, funnel_id, reason, state, details, reported_at, decided_at)
   SELECT gen_random_uuid(), '${lead}', '${offer}', '${buyer}', id, 'not-delivered', '${state}', '', now(),
          ${state === 'approved' || state === 'declined' ? 'now()' : 'NULL'}
     FROM leads.funnels`;
const dispute = `
  INSERT INTO billing.disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason, opened_at)
  SELECT gen_random_uuid(), 'du_1', id, user_id, lead_id, amount, 'needs_response', 'fraudulent', now()
    FROM billing.purchases`;
/** A dispute that we lost, and that an admin has reviewed. */
const lostDispute = (amount: number): string =>
  `INSERT INTO billing.disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason, opened_at,
                                 closed_at, reviewed_at)
   SELECT gen_random_uuid(), 'du_1', id, user_id, lead_id, ${amount}, 'lost', 'fraudulent', now(), now(), now()
     FROM billing.purchases`;
const pendingRefund = `
  INSERT INTO billing.refunds (id, purchase_id, amount, status, reason, stripe_refund_id)
  SELECT gen_random_uuid(), id, amount, 'pending', 'goodwill', 're_1' FROM billing.purchases`;
const review = `INSERT INTO billing.buyer_reviews (buyer_id, version, is_under_review) VALUES ('${buyer}', 1, true)`;
const stop = 'UPDATE leads.buyers SET under_review = true, review_version = 1';

/** A dispute that no admin has reviewed. */
export const disputedLead: readonly string[] = [...soldLead, dispute, review, stop];

export const erasedReportRow: Planted = [
  'erased-agents-forgotten',
  'what an erased agent wrote about a lead',
  [...erasedAccount, report('declined'), "UPDATE leads.problem_reports SET details = 'enc:1'"],
];

/** The amounts that were refunded or are on their way, and what remains of the payment at the provider. */
export const moneyGivenBack: readonly (readonly [
  rows: string,
  planted: readonly string[],
  refundedCents: number,
])[] = [
  ['a dispute that was lost', [...soldLead, lostDispute(80), ...givenBack], 0],
  ['a refund of a part', [...soldLead, ...refundOf(30)], 3_000],
  [
    'a refund of a part, and a lost dispute of the rest',
    [...soldLead, ...refundOf(30), lostDispute(50), ...givenBack],
    3_000,
  ],
  ['a lost dispute of a part', [...soldLead, lostDispute(50)], 0],
  ['a refund that the bank has not confirmed', [...soldLead, pendingRefund], 8_000],
  ['a refund', refundedLead, 8_000],
];

export const moneyBackRows: readonly Planted[] = [
  ['refunds-add-up', 'a refunded payment of which nothing was given back', [...soldLead, ...givenBack]],
  ['refunds-add-up', 'a refund of a part that counts as all', [...soldLead, ...refundOf(79), ...givenBack]],
  ['refunds-add-up', 'a dispute of a part that counts as all', [...soldLead, lostDispute(79), ...givenBack]],
  ['refunds-add-up', 'a refund after which the payment still counts', [...soldLead, ...refundOf(80)]],
  ['refunds-add-up', 'a lost dispute after which the payment still counts', [...soldLead, lostDispute(80)]],
  [
    'refunds-agree',
    'a refund that lead-router does not know',
    [...refundedLead, 'UPDATE leads.sold_leads SET refunded_at = NULL'],
  ],
  [
    'refunds-agree',
    'a refund that lead-router made up',
    [...soldLead, 'UPDATE leads.sold_leads SET refunded_at = now()'],
  ],
  [
    'refunds-agree',
    'a refund that the notifier does not know',
    [...refundedLead, 'DELETE FROM notifications.lead_refunds'],
  ],
  ['refunds-agree', 'a refund that failed, which the notifier does not know', [...soldLead, leadRefund]],
  [
    'refunds-agree',
    'a refund that the notifier takes for failed',
    [...refundedLead, 'UPDATE notifications.lead_refunds SET failed_at = now()'],
  ],
  [
    'refunded-leads-withheld',
    'a refunded lead that can be read',
    [...refundedLead, 'UPDATE leads.sold_leads SET withheld_at = NULL'],
  ],
  [
    'refunded-leads-withheld',
    'a refunded lead that is still sent',
    [
      ...refundedLead,
      "UPDATE notifications.deliveries SET status = 'queued', sent_at = NULL, next_attempt_at = now()",
    ],
    ['nothing-stuck'],
  ],
  [
    'refunded-leads-withheld',
    'a lead refunded as undeliverable though its buyer had seen it',
    [
      ...refundedLead,
      "UPDATE billing.refunds SET reason = 'undeliverable'",
      'UPDATE leads.sold_leads SET seen_at = now()',
    ],
  ],
  [
    'balance-counted',
    'a charge that the balance report counts twice',
    [...soldLead, 'UPDATE billing.balance_changes SET counted = 2'],
  ],
  [
    'balance-counted',
    'a refund that the balance report does not count',
    [...refundedLead, "DELETE FROM billing.balance_changes WHERE kind = 'refund'"],
  ],
  ['reviews-agree', 'a disputed buyer whose service goes on', [...soldLead, dispute, review]],
  ['reviews-agree', 'a dispute that stops nobody', [...soldLead, dispute]],
  ['reviews-agree', 'a buyer who is stopped without a dispute', [review, stop]],
  ['reviews-agree', 'a stop of lead-router alone', [stop]],
  ['approved-reports-refunded', 'an approved report without a refund', [...soldLead, report('approved')]],
  [
    'approved-reports-refunded',
    'a report of a refunded lead that waits for a decision',
    [...refundedLead, report('in-review')],
  ],
];

/** Reports that need no action. */
export const decidedReports: readonly string[] = [...refundedLead, report('approved')];
