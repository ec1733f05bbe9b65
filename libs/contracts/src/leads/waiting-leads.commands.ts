import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { nothing, strictObject, uuid } from '../primitives.js';
import { buyerObstacle, rerouteLeadBody, withdrawLeadBody } from './waiting-leads.http.js';

const byAdmin = { leadId: uuid(), actorId: uuid(), caller: callerSchema };

/** Withdraws a waiting lead. From the response on, it is never sold. Repeating it changes nothing. */
export const withdrawLead = defineCommand('lead-router', 'leads.withdraw', {
  needsRecentProof: () => true,
  request: withdrawLeadBody.shape(byAdmin).noUnknown(),
  response: nothing(),
  errors: ['LEAD_NOT_FOUND', 'LEAD_NOT_WAITING'],
});

/**
 * Offers a waiting lead to a chosen buyer, who must be eligible. The charge and the delivery follow as with any offer.
 * A repetition with the same key changes nothing.
 */
export const rerouteLead = defineCommand('lead-router', 'leads.reroute', {
  needsRecentProof: () => true,
  request: rerouteLeadBody.shape(byAdmin).noUnknown(),
  response: nothing(),
  errors: [
    'LEAD_NOT_FOUND',
    'LEAD_NOT_WAITING',
    'BUYER_NOT_FOUND',
    'BUYER_NOT_ELIGIBLE',
    'LEAD_OUTSIDE_FILTERS',
    'IDEMPOTENCY_MISMATCH',
  ],
});

/**
 * Lists buyers whose filters match a lead, ordered by id, each with what keeps the buyer from getting it. A page before
 * the last one may hold fewer than `limit`, even none, because each page reads a limited number of buyers.
 */
export const listMatchingBuyers = defineCommand('lead-router', 'leads.list-matching-buyers', {
  request: strictObject({
    leadId: uuid(),
    after: uuid().nullable(),
    limit: number().integer().min(1).max(100).required(),
  }),
  response: strictObject({
    buyers: array(strictObject({ buyerId: uuid(), obstacle: buyerObstacle() })).required(),
    /** The `after` of the next page; null on the last one. */
    next: uuid().nullable(),
  }),
  errors: ['LEAD_NOT_FOUND'],
});
