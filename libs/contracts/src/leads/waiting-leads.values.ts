/** Why a buyer cannot get a lead. Only the first is shown. Admins who re-route a lead override none of them (ADR 8). */
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
