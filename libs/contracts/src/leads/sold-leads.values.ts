/** The agent's own status of a lead. Visible to that agent only. */
export const dispositions = ['new', 'contacted', 'appointment', 'won', 'lost'] as const;
export type Disposition = (typeof dispositions)[number];
export const NOTES_MAX = 5_000;
/** The most that an agent can enter as the commission of one lead: $1,000,000. */
export const COMMISSION_MAX_CENTS = 100_000_000;
/** The most leads that can be selected to set their status or export them. */
export const SELECTED_LEADS_MAX = 100;
/** Filter: leads with a reminder that is due, due by the end of the agent's day, or set at all. */
export const reminderFilters = ['due', 'today', 'set'] as const;
export type ReminderFilter = (typeof reminderFilters)[number];
export const LEAD_VIEWS_MAX = 20;
export const LEAD_VIEW_NAME_MAX = 40;
/** Filter: leads of the last N days. */
export const leadPeriods = ['1', '7', '14', '30'] as const;
export type LeadPeriod = (typeof leadPeriods)[number];
export const LEADS_PAGE_SIZE = 10;
/** An agent who reads more different leads than this in this time needs a recent proof, as for an export. */
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

/** The most undelivered leads that the message about an erased buyer can name. */
export const UNDELIVERED_LEADS_MAX = 10_000;
