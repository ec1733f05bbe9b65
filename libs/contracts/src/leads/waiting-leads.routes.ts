import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import {
  matchingBuyersAnswer,
  matchingBuyersQuery,
  rerouteLeadBody,
  withdrawLeadBody,
} from './waiting-leads.http.js';

const params = { leadId: 'LEAD_NOT_FOUND' } as const;

/** What admins do with leads that wait for a buyer. */
export const waitingLeadRoutes = {
  listMatchingBuyers: defineRoute('GET', '/api/admin/leads/:leadId/matching-buyers', 'admin', {
    audit: 'personal-data',
    summary: 'List the buyers whose filters match a waiting lead, and what keeps it from each',
    params,
    query: matchingBuyersQuery,
    answer: matchingBuyersAnswer,
  }),
  withdrawLead: defineRoute('POST', '/api/admin/leads/:leadId/withdraw', 'admin', {
    summary: 'Withdraw a waiting lead, so that it is never sold',
    params,
    body: withdrawLeadBody,
    answer: nothing(),
    errors: ['LEAD_NOT_WAITING'],
    limits: [perUser(120, HOUR_SECONDS)],
  }),
  rerouteLead: defineRoute('POST', '/api/admin/leads/:leadId/reroute', 'admin', {
    summary: 'Offer a waiting lead to a chosen buyer, whose card is charged',
    params,
    body: rerouteLeadBody,
    answer: nothing(),
    errors: [
      'LEAD_NOT_WAITING',
      'BUYER_NOT_FOUND',
      'BUYER_NOT_ELIGIBLE',
      'LEAD_OUTSIDE_FILTERS',
      'IDEMPOTENCY_MISMATCH',
    ],
    effects: ['sends mail', 'uses a card'],
    limits: [perUser(60, HOUR_SECONDS)],
  }),
} as const;
