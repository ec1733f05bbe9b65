import type { Mutant } from './mutant.js';

/** How nearly every successful charge is recorded. */
const setSucceeded = {
  file: 'services/billing/dist/charges/purchase.repository.js',
  find: "SET status = 'succeeded', purchased_at = $3,",
} as const;

/** Bugs in what is recorded, each visible to one invariant only. */
export const recordMutants: readonly Mutant[] = [
  {
    name: 'undeliverable-not-published',
    bug: 'a lead that no channel could deliver is recorded, and its buyer is not refunded',
    edits: [
      {
        file: 'services/notifier/dist/undeliverable-leads/undeliverable-leads.service.js',
        find: 'if (!undeliverable) {',
        replace: 'if (undeliverable) return; else {',
      },
    ],
    kinds: ['undeliverable.refused'],
    circumstance: 'undeliverable',
    rounds: 1,
    breaks: 'sold-leads-delivered',
  },
  {
    name: 'acknowledged-without-storing',
    bug: 'some leads are acknowledged but not stored',
    edits: [
      {
        file: 'services/lead-router/dist/intake/intake.controller.js',
        find: 'const outcome = await this.decideAndInsert(',
        replace:
          "const h = post.bodyHash; if (parseInt(h.slice(0, 2), 16) % 3 === 0) return { leadId: [h.slice(0, 8), h.slice(8, 12), '4' + h.slice(13, 16), 'a' + h.slice(17, 20), h.slice(20, 32)].join('-'), replayed: false, receivedAt: new Date().toISOString() }; const outcome = await this.decideAndInsert(",
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.killed'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'acknowledged-leads-stored',
  },
  {
    name: 'replay-rejected',
    bug: 'a repeated post with the same idempotency key is rejected as a duplicate',
    edits: [
      {
        file: 'services/lead-router/dist/intake/decide-post.js',
        find: 'if (leadOfKey) return leadOfKey.bodyHash === post.bodyHash',
        replace: 'if (leadOfKey) return false',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'funnel-requests-succeed',
  },
  {
    name: 'leads-expire-at-once',
    bug: 'a lead that waits for a buyer expires within a second',
    edits: [
      {
        file: 'services/lead-router/dist/routing/lead-age-settings.js',
        find: 'LEAD_MAX_AGE_HOURS: number().positive().max(720).default(24)',
        replace: 'LEAD_MAX_AGE_HOURS: number().positive().max(720).default(0.0002)',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.killed'],
    circumstance: 'scarce',
    rounds: 4,
    breaks: 'acknowledged-leads-sold',
  },
  {
    name: 'wrong-limit-recorded',
    bug: 'an offer records a lower limit than the one in force',
    edits: [
      {
        file: 'services/lead-router/dist/routing/reserve.sql',
        find: 'b.slots_used, b.daily_lead_limit,',
        replace: 'b.slots_used, b.slots_used - 1,',
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'daily-limit-holds',
  },
  {
    name: 'limit-recorded-as-pause',
    bug: 'every change of a buyer is recorded as a pause',
    edits: [
      {
        file: 'services/lead-router/dist/buyers/buyer-changes.sql',
        find: 'b.service_enabled AND NOT b.account_disabled AND NOT b.under_review, b.daily_lead_limit',
        replace: 'false, b.daily_lead_limit',
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'pause-holds',
  },
  {
    name: 'slot-not-released',
    bug: 'an offer that ends without a charge keeps its daily slot',
    edits: [
      {
        file: 'services/lead-router/dist/offer-outcomes/offer-outcomes.controller.js',
        find: 'await releaseDailySlot(tx, offer);',
        replace: '',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'issuer-away',
    rounds: 2,
    breaks: 'slots-match',
  },
  {
    name: 'paid-for-another-lead',
    bug: 'a purchase names another lead than its offer',
    edits: [{ ...setSucceeded, replace: `${setSucceeded.find} lead_id = gen_random_uuid(),` }],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'paid-leads-sold',
  },
  {
    name: 'wrong-intent-recorded',
    bug: 'a purchase records another payment intent than the one that was paid',
    edits: [
      {
        ...setSucceeded,
        replace: `${setSucceeded.find} stripe_payment_intent_id = stripe_payment_intent_id || 'x',`,
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'provider-payments-match',
  },
  {
    name: 'payment-counted-twice',
    bug: 'a payment is added to the totals once more than by the trigger',
    edits: [
      {
        file: 'services/billing/dist/charges/charge-outcome-recorder.js',
        find: 'return this.transactions.announce(',
        replace:
          "await this.transactions.query('UPDATE payment_totals SET payments = payments + 1 WHERE shard = 0'); return this.transactions.announce(",
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'payment-totals-match',
  },
  {
    name: 'receipt-numbers-skipped',
    bug: 'a number between two batches of receipts is given to none',
    edits: [
      {
        file: 'services/billing/dist/documents/document-issuer.repository.js',
        find: 'last + due.length',
        replace: 'last + due.length + 1',
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'receipt-per-purchase',
  },
  {
    name: 'wrong-price-listed',
    bug: 'a sold lead is listed with another price than was charged',
    edits: [
      {
        file: 'services/lead-router/dist/sold-leads/sale.repository.js',
        find: 'l.sold_at, o.amount_cents',
        replace: 'l.sold_at, o.amount_cents + 1',
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'sold-leads-listed',
  },
  {
    name: 'feed-skips-numbers',
    bug: "a buyer's feed leaves numbers out",
    edits: [
      {
        file: 'services/lead-router/dist/feed/append-events.sql',
        find: 'SET head = h.head + 1',
        replace: 'SET head = h.head + 2',
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'feed-gapless',
  },
  {
    name: 'lead-not-indexed',
    bug: 'a lead is stored but not added to the search index',
    edits: [
      {
        file: 'services/lead-router/dist/intake/insert-lead.sql.js',
        find: 'VALUES ($1, $2, $${columns.length + 1}, $${columns.length + 2})',
        replace: 'SELECT $1, $2, $${columns.length + 1}, $${columns.length + 2} WHERE false',
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'leads-searchable',
  },
  {
    name: 'sent-recorded-as-failed',
    bug: 'an email that the mail server took is recorded as failed, and the buyer is not refunded',
    edits: [
      {
        file: 'services/notifier/dist/sending/sending.repository.js',
        find: "SET status = 'sent', sent_at = clock_timestamp(), lease_until = NULL",
        replace: "SET status = 'failed', failed_at = clock_timestamp(), lease_until = NULL",
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'sold-leads-delivered',
  },
  {
    name: 'webhooks-not-stored',
    bug: "the card provider's events are acknowledged but go nowhere",
    edits: [
      {
        file: 'services/gateway/dist/webhooks/webhooks.controller.js',
        find: 'await this.events.forward({',
        replace: 'void ({',
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'webhooks-stored',
  },
  {
    name: 'credit-note-of-another-amount',
    bug: 'a credit note states another amount than was refunded',
    edits: [
      {
        file: 'services/billing/dist/documents/document-issuer.repository.js',
        find: 'd.lead, d.amount, d.at, $2',
        replace: "d.lead, CASE $1 WHEN 'credit-note' THEN d.amount - 1 ELSE d.amount END, d.at, $2",
      },
    ],
    kinds: ['billing.after-refund-answer'],
    circumstance: 'refund',
    rounds: 1,
    breaks: 'credit-note-per-refund',
  },
  {
    name: 'dispute-of-another-amount',
    bug: 'a dispute is recorded with another amount than the bank withdrew',
    edits: [
      {
        file: 'services/billing/dist/disputes/disputes.service.js',
        find: 'amount: toDecimal(amountCents)',
        replace: 'amount: toDecimal(amountCents - 100)',
      },
    ],
    kinds: ['billing.before-dispute-commit'],
    circumstance: 'dispute',
    rounds: 1,
    breaks: 'card-provider-reconciled',
  },
];
