import type { BuyerObstacle } from '@desk/contracts';
import type { EligibilityFacts } from '../buyers/eligibility-reason.js';

/** A buyer and a lead, as the rules for re-routing see them. */
export interface ChosenBuyerFacts extends Omit<EligibilityFacts, 'hasMatches'> {
  readonly hasDeclined: boolean;
  readonly acceptsState: boolean;
  /** False while the card provider does not answer. */
  readonly canChargeCards: boolean;
}

/**
 * Returns the first thing that keeps the lead from the buyer, or null. An admin may override none of these: states are
 * where the agent is licensed, and the rest is what the agent, the card or a dispute decided.
 */
export function findObstacle(facts: ChosenBuyerFacts): BuyerObstacle | null {
  const obstacles: [applies: boolean, obstacle: BuyerObstacle][] = [
    [facts.accountDisabled, 'account-disabled'],
    [facts.isUnderReview, 'under-review'],
    [!facts.serviceEnabled, 'paused'],
    [facts.cardVersion === 0, 'no-card'],
    [!facts.cardUsable, 'card-failing'],
    [facts.hasDeclined, 'card-declined-lead'],
    [!facts.acceptsState, 'other-state'],
    [facts.leadsToday >= facts.dailyLeadLimit, 'limit-reached'],
    [facts.isHeld, 'charge-on-hold'],
    [facts.hasTooManyUndelivered, 'undelivered-leads'],
    [!facts.hasWeeklyBudget, 'weekly-budget-reached'],
    [!facts.hasMonthlyBudget, 'monthly-budget-reached'],
    [!facts.isWithinHours, 'outside-hours'],
    [!facts.canChargeCards, 'card-provider-away'],
  ];
  return obstacles.find(([applies]) => applies)?.[1] ?? null;
}
