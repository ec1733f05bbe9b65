/**
 * Why a buyer does not get a lead that the buyer's filters match, most lasting cause first. An admin who re-routes a lead
 * cannot override any of these (ADR 8).
 */
export const buyerObstacles = [
  'account-disabled',
  'under-review',
  'paused',
  'no-card',
  'card-failing',
  'card-declined-lead',
  'other-state',
  'limit-reached',
  'charge-on-hold',
  'undelivered-leads',
  'weekly-budget-reached',
  'monthly-budget-reached',
  'outside-hours',
  'card-provider-away',
] as const;
export type BuyerObstacle = (typeof buyerObstacles)[number];

export const leadDecisionKinds = ['withdrawn', 'rerouted'] as const;

export const MATCHING_BUYERS_PAGE_SIZE = 20;
