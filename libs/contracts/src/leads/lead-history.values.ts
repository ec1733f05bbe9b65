import { leadStates } from './leads.values.js';

/** Filters of the list of all leads: a state, any state except sold, or sold and later refunded. */
export const leadStatusFilters = [...leadStates, 'unsold', 'refunded'] as const;
export type LeadStatusFilter = (typeof leadStatusFilters)[number];

/** Matches of a list are counted up to one more than this, because counting all of them would take long. */
export const COUNTED_LEADS_MAX = 1_000;
