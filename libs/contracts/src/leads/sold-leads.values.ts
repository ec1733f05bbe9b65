/** What the agent has made of a lead; theirs alone, nobody else reads it. */
export const dispositions = ['new', 'contacted', 'appointment', 'won', 'lost'] as const;
export type Disposition = (typeof dispositions)[number];
export const NOTES_MAX = 5_000;
/** Leads of the last so many days. */
export const leadPeriods = ['1', '7', '14', '30'] as const;
export type LeadPeriod = (typeof leadPeriods)[number];
export const LEADS_PAGE_SIZE = 10;
export const LEADS_PAGE_MAX = 100_000;
/** Why leads come to a buyer, or do not. The first that holds. */
export const eligibilityReasons = [
  'paused',
  'no-card',
  'card-failing',
  'limit-reached',
  'waiting-for-supply',
] as const;
export type EligibilityReason = (typeof eligibilityReasons)[number];
/** What changed for a buyer, in the order of the commits: `seq` counts from 1 without a gap. */
export const feedKinds = ['lead-sold', 'lead-delivered', 'eligibility-changed'] as const;
