import type { Mutant } from './mutant.js';

/** Bugs in what follows a refund, a dispute or an approved problem report. */
export const moneyBackMutants: readonly Mutant[] = [
  {
    name: 'open-dispute-counts-as-lost',
    bug: 'a payment counts as given back as soon as it is disputed',
    edits: [
      {
        file: 'services/billing/dist/refunds/money-back-recorder.js',
        find: 'closed_at AS at FROM disputes',
        replace: 'COALESCE(closed_at, now()) AS at FROM disputes',
      },
      {
        file: 'services/billing/dist/refunds/money-back-recorder.js',
        find: "AND status = 'lost'",
        replace: "AND status <> 'won'",
      },
    ],
    kinds: ['billing.before-dispute-commit'],
    circumstance: 'dispute',
    rounds: 1,
    breaks: 'refunds-add-up',
  },
  {
    name: 'refund-not-copied',
    bug: 'lead-router receives that a lead was refunded, and lists it as paid',
    edits: [
      {
        file: 'services/lead-router/dist/sold-leads/sale.repository.js',
        find: 'ELSE $4 END',
        replace: 'ELSE NULLIF($4::timestamptz, $4::timestamptz) END',
      },
    ],
    kinds: ['billing.after-refund-answer'],
    circumstance: 'refund',
    rounds: 1,
    breaks: 'refunds-agree',
  },
  {
    name: 'withheld-lead-seen',
    bug: 'a lead that is withheld is recorded as seen by its buyer',
    edits: [
      {
        file: 'services/lead-router/dist/sold-leads/sale.repository.js',
        find: 'SET withheld_at = COALESCE(withheld_at, clock_timestamp())',
        replace: 'SET seen_at = clock_timestamp(), withheld_at = COALESCE(withheld_at, clock_timestamp())',
      },
    ],
    kinds: ['undeliverable.refused'],
    circumstance: 'undeliverable',
    rounds: 1,
    breaks: 'refunded-leads-withheld',
  },
  {
    name: 'withheld-lead-shown',
    bug: 'a lead that is withheld is sent to its buyer all the same, without being recorded as seen',
    edits: [
      {
        file: 'services/lead-router/dist/sold-leads/sold-lead.repository.js',
        find: "const isHidden = reader !== 'admin' && stored.isWithheld;",
        replace: 'const isHidden = false;',
      },
    ],
    kinds: ['freeloader.refused'],
    circumstance: 'freeloader',
    rounds: 1,
    breaks: 'no-lead-for-nothing',
  },
  {
    name: 'undelivered-leads-not-counted',
    bug: 'an offer records that as many leads were undelivered as might be',
    edits: [
      {
        file: 'services/lead-router/dist/routing/reserve.sql',
        find: 'b.undelivered_leads,',
        replace: 'b.undelivered_allowance,',
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'undelivered-allowance-holds',
  },
  {
    name: 'review-not-copied',
    bug: 'a dispute does not stop the service of its buyer',
    edits: [
      {
        file: 'services/lead-router/dist/buyers/buyers.service.js',
        find: 'await this.buyers.setUnderReview(tx, buyerId, isUnderReview, version)',
        replace: 'undefined',
      },
    ],
    kinds: ['billing.before-dispute-commit'],
    circumstance: 'dispute',
    rounds: 1,
    breaks: 'reviews-agree',
  },
  {
    name: 'approval-ignored',
    bug: 'a refund that an administrator approved is never requested',
    edits: [
      {
        file: 'services/billing/dist/refunds/refunds.controller.js',
        find: "crashPoint('billing.before-approved-refund');",
        replace: 'return;',
      },
    ],
    kinds: ['lead-router.after-decision-commit'],
    circumstance: 'problem-report',
    rounds: 1,
    breaks: 'approved-reports-refunded',
  },
];
