import type { Mutant } from './mutant.js';

/** Bugs in what follows a refund, a dispute or an approved problem report. */
export const moneyBackMutants: readonly Mutant[] = [
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
        find: 'return this.requester.requestForReport(approval);',
        replace: 'return Promise.resolve(approval);',
      },
    ],
    kinds: ['lead-router.after-decision-commit'],
    circumstance: 'problem-report',
    rounds: 1,
    breaks: 'approved-reports-refunded',
  },
];
