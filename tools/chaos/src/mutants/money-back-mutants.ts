import type { Mutants } from './mutant.js';

/** Bugs in what follows a refund, a dispute or an approved problem report. */
export const moneyBackMutants: Mutants = {
  'open-dispute-counts-as-lost': {
    bug: 'a payment counts as given back as soon as it is disputed',
    file: 'services/billing/dist/refunds/money-back-recorder.js',
    find: 'closed_at AS at FROM disputes',
    replace: 'COALESCE(closed_at, now()) AS at FROM disputes',
    moreEdits: [
      {
        file: 'services/billing/dist/refunds/money-back-recorder.js',
        find: "AND status = 'lost'",
        replace: "AND status <> 'won'",
      },
    ],
    kinds: ['billing.before-dispute-commit'],
    circumstance: 'dispute',
    breaks: 'refunds-add-up',
  },
  'refund-not-copied': {
    bug: 'lead-router receives that a lead was refunded, and lists it as paid',
    file: 'services/lead-router/dist/sold-leads/sale.repository.js',
    find: 'ELSE $4 END',
    replace: 'ELSE NULLIF($4::timestamptz, $4::timestamptz) END',
    kinds: ['billing.after-refund-answer'],
    circumstance: 'refund',
    breaks: 'refunds-agree',
  },
  'withheld-lead-seen': {
    bug: 'a lead that is withheld is recorded as seen by its buyer',
    file: 'services/lead-router/dist/sold-leads/sale.repository.js',
    find: 'SET withheld_at = COALESCE(withheld_at, clock_timestamp())',
    replace: 'SET seen_at = clock_timestamp(), withheld_at = COALESCE(withheld_at, clock_timestamp())',
    kinds: ['undeliverable.refused'],
    circumstance: 'undeliverable',
    breaks: 'refunded-leads-withheld',
  },
  'withheld-lead-shown': {
    bug: 'a lead that is withheld is sent to its buyer all the same, without being recorded as seen',
    file: 'services/lead-router/dist/sold-leads/sold-lead.repository.js',
    find: "const isHidden = reader !== 'admin' && stored.isWithheld;",
    replace: 'const isHidden = false;',
    kinds: ['freeloader.refused'],
    circumstance: 'freeloader',
    breaks: 'no-lead-for-nothing',
  },
  'undelivered-leads-not-counted': {
    bug: 'an offer records that as many leads were undelivered as might be',
    file: 'services/lead-router/dist/routing/reserve.sql',
    find: 'b.undelivered_leads,',
    replace: 'b.undelivered_allowance,',
    breaks: 'undelivered-allowance-holds',
  },
  'review-not-copied': {
    bug: 'a dispute does not stop the service of its buyer',
    file: 'services/lead-router/dist/buyers/buyers.controller.js',
    find: 'await this.buyers.setUnderReview(tx, buyerId, isUnderReview, version)',
    replace: 'undefined',
    kinds: ['billing.before-dispute-commit'],
    circumstance: 'dispute',
    breaks: 'reviews-agree',
  },
  'approval-ignored': {
    bug: 'a refund that an admin approved is never requested',
    file: 'services/billing/dist/refunds/refunds.controller.js',
    find: "crashPoint('billing.before-approved-refund');",
    replace: 'return;',
    kinds: ['lead-router.after-decision-commit'],
    circumstance: 'problem-report',
    breaks: 'approved-reports-refunded',
  },
};
