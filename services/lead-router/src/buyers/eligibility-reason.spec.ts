import { expect, test } from '@jest/globals';
import { type EligibilityFacts, eligibilityReason } from './eligibility-reason.js';

const eligible: EligibilityFacts = {
  serviceEnabled: true,
  accountDisabled: false,
  cardVersion: 1,
  cardUsable: true,
  leadsToday: 24,
  dailyLeadLimit: 25,
  isHeld: false,
  hasTooManyUndelivered: false,
  isUnderReview: false,
  hasWeeklyBudget: true,
  hasMonthlyBudget: true,
  isWithinHours: true,
  hasMatches: true,
};

test.each<[string, Partial<EligibilityFacts>]>([
  ['waiting-for-supply', {}],
  ['filters-too-narrow', { hasMatches: false }],
  ['outside-hours', { isWithinHours: false, hasMatches: false }],
  ['monthly-budget-reached', { hasMonthlyBudget: false, isWithinHours: false }],
  ['weekly-budget-reached', { hasWeeklyBudget: false, hasMonthlyBudget: false }],
  ['charge-on-hold', { isHeld: true, hasWeeklyBudget: false }],
  ['charge-on-hold', { hasTooManyUndelivered: true, hasWeeklyBudget: false }],
  ['limit-reached', { leadsToday: 25, isHeld: true }],
  ['limit-reached', { leadsToday: 26 }],
  ['card-failing', { cardUsable: false, leadsToday: 25 }],
  ['no-card', { cardVersion: 0, cardUsable: false, leadsToday: 25 }],
  ['paused', { serviceEnabled: false, cardVersion: 0, cardUsable: false, leadsToday: 25 }],
  ['paused', { accountDisabled: true }],
  ['paused', { isUnderReview: true }],
])('returns %s for %j', (reason, facts) => {
  expect(eligibilityReason({ ...eligible, ...facts })).toBe(reason);
});
