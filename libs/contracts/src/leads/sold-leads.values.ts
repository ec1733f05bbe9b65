/** The agent's own status of a lead. Visible to that agent only. */
export const dispositions = ['new', 'contacted', 'appointment', 'won', 'lost'] as const;
export type Disposition = (typeof dispositions)[number];
export const NOTES_MAX = 5_000;
/** Filter: leads of the last N days. */
export const leadPeriods = ['1', '7', '14', '30'] as const;
export type LeadPeriod = (typeof leadPeriods)[number];
export const LEADS_PAGE_SIZE = 10;
/** To read more different leads than this in this time, an agent needs a recent proof, as for an export. */
export const BULK_READ_LIMIT = { leads: 200, seconds: 3_600 } as const;
export const LEADS_PAGE_MAX = 100_000;
/** Why a buyer gets leads or not; the first reason that applies. */
export const eligibilityReasons = [
  'paused',
  'no-card',
  'card-failing',
  'limit-reached',
  'charge-on-hold',
  'weekly-budget-reached',
  'monthly-budget-reached',
  'outside-hours',
  'filters-too-narrow',
  'waiting-for-supply',
] as const;
export type EligibilityReason = (typeof eligibilityReasons)[number];
/** What can change for a buyer. Events are numbered in commit order: `seq` counts from 1 without gaps. */
export const feedKinds = ['lead-sold', 'lead-delivered', 'lead-changed', 'eligibility-changed'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** How many leads that are still to be delivered the message about an erased buyer can name. */
export const UNDELIVERED_LEADS_MAX = 10_000;
