import type { EligibilityReason } from '@desk/contracts';

export interface EligibilityFacts {
  readonly serviceEnabled: boolean;
  /** 0 until the first card. */
  readonly cardVersion: number;
  readonly cardUsable: boolean;
  readonly leadsToday: number;
  readonly dailyLeadLimit: number;
}

/** Why leads come to a buyer, or do not: the first that holds, for people. Eligible is who waits for supply. */
export function eligibilityReason(facts: EligibilityFacts): EligibilityReason {
  if (!facts.serviceEnabled) return 'paused';
  if (facts.cardVersion === 0) return 'no-card';
  if (!facts.cardUsable) return 'card-failing';
  if (facts.leadsToday >= facts.dailyLeadLimit) return 'limit-reached';
  return 'waiting-for-supply';
}
