import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import {
  acknowledgeDifferenceBody,
  differencesAnswer,
  differencesQuery,
  reconciliationAnswer,
} from './reconciliation.http.js';
import { reconciliationRunSchema } from './reconciliation.schemas.js';

export const reconciliationRoutes = {
  getReconciliation: defineRoute('GET', '/api/admin/reconciliation', 'admin', {
    summary: 'Get the last comparisons with the card provider and the number of open differences',
    // The page polls it while a comparison runs.
    extendsSession: false,
    answer: reconciliationAnswer,
  }),
  startReconciliation: defineRoute('POST', '/api/admin/reconciliation/runs', 'admin', {
    proof: 'none',
    summary: 'Compare with the card provider now',
    body: nothing(),
    answer: reconciliationRunSchema,
    limits: [perUser(6, MINUTE_SECONDS)],
  }),
  listDifferences: defineRoute('GET', '/api/admin/reconciliation/differences', 'admin', {
    audit: 'personal-data',
    summary: "List where the card provider's records and ours disagree, newest first",
    query: differencesQuery,
    answer: differencesAnswer,
  }),
  acknowledgeDifference: defineRoute(
    'POST',
    '/api/admin/reconciliation/differences/:differenceId/acknowledge',
    'admin',
    {
      summary: 'Record why a difference is accepted; changes no payment',
      params: { differenceId: 'DIFFERENCE_NOT_FOUND' },
      body: acknowledgeDifferenceBody,
      answer: nothing(),
      errors: ['DIFFERENCE_RESOLVED'],
    },
  ),
} as const;
