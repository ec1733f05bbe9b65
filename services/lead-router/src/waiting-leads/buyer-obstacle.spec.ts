import { describe, expect, it } from '@jest/globals';
import { buyerObstacles } from '@desk/contracts';
import { type ChosenBuyerFacts, findObstacle } from './buyer-obstacle.js';

const eligible: ChosenBuyerFacts = {
  serviceEnabled: true,
  accountDisabled: false,
  isUnderReview: false,
  cardVersion: 1,
  cardUsable: true,
  hasDeclined: false,
  acceptsState: true,
  leadsToday: 4,
  dailyLeadLimit: 5,
  isHeld: false,
  hasTooManyUndelivered: false,
  hasWeeklyBudget: true,
  hasMonthlyBudget: true,
  isWithinHours: true,
  canChargeCards: true,
};
/** Facts that cause each obstacle, in the order in which obstacles are named. */
const causes = [
  ['account-disabled', { accountDisabled: true }],
  ['under-review', { isUnderReview: true }],
  ['paused', { serviceEnabled: false }],
  ['no-card', { cardVersion: 0, cardUsable: false }],
  ['card-failing', { cardUsable: false }],
  ['card-declined-lead', { hasDeclined: true }],
  ['other-state', { acceptsState: false }],
  ['limit-reached', { leadsToday: 5 }],
  ['charge-on-hold', { isHeld: true }],
  ['undelivered-leads', { hasTooManyUndelivered: true }],
  ['weekly-budget-reached', { hasWeeklyBudget: false }],
  ['monthly-budget-reached', { hasMonthlyBudget: false }],
  ['outside-hours', { isWithinHours: false }],
  ['card-provider-away', { canChargeCards: false }],
] as const satisfies readonly [string, Partial<ChosenBuyerFacts>][];

describe('findObstacle', () => {
  it('finds nothing that keeps a lead from an eligible buyer', () => {
    expect(findObstacle(eligible)).toBeNull();
  });

  it.each(causes)('finds %s', (obstacle, cause) => {
    expect(findObstacle({ ...eligible, ...cause })).toBe(obstacle);
  });

  it('knows every obstacle, and names the most lasting one', () => {
    expect(causes.map(([obstacle]) => obstacle)).toEqual(buyerObstacles);
    causes.forEach(([obstacle, cause], index) => {
      const later = causes.slice(index + 1).reduce((facts, [, other]) => ({ ...facts, ...other }), eligible);
      expect(findObstacle({ ...later, ...cause })).toBe(obstacle);
    });
  });
});
