import type { EligibilityReason } from '@desk/contracts';

export interface EligibilityFacts {
  readonly serviceEnabled: boolean;
  readonly accountDisabled: boolean;
  /** A dispute stops the service. */
  readonly isUnderReview: boolean;
  /** 0 until the first card. */
  readonly cardVersion: number;
  readonly cardUsable: boolean;
  readonly leadsToday: number;
  readonly dailyLeadLimit: number;
  /** The card must not be charged for a while, because its issuer could not answer. */
  readonly isHeld: boolean;
  /** Selling waits until leads that no channel has delivered yet arrive, or are refunded. */
  readonly hasTooManyUndelivered: boolean;
  /** One more lead fits into the budget, or there is none. */
  readonly hasWeeklyBudget: boolean;
  readonly hasMonthlyBudget: boolean;
  readonly isWithinHours: boolean;
  /** Whether a lead of the last days would have matched the filters. */
  readonly hasMatches: boolean;
}

/** Returns the first reason that keeps leads from the buyer. An eligible buyer is waiting for leads. */
export function eligibilityReason(facts: EligibilityFacts): EligibilityReason {
  if (!facts.serviceEnabled || facts.accountDisabled || facts.isUnderReview) return 'paused';
  if (facts.cardVersion === 0) return 'no-card';
  if (!facts.cardUsable) return 'card-failing';
  if (facts.leadsToday >= facts.dailyLeadLimit) return 'limit-reached';
  if (facts.isHeld || facts.hasTooManyUndelivered) return 'charge-on-hold';
  if (!facts.hasWeeklyBudget) return 'weekly-budget-reached';
  if (!facts.hasMonthlyBudget) return 'monthly-budget-reached';
  if (!facts.isWithinHours) return 'outside-hours';
  if (!facts.hasMatches) return 'filters-too-narrow';
  return 'waiting-for-supply';
}
