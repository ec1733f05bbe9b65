import { leadStates } from './leads.values.js';

/** By what the list of all leads is filtered: a state, any state but sold, or sold and later refunded. */
export const leadStatusFilters = [...leadStates, 'unsold', 'refunded'] as const;
export type LeadStatusFilter = (typeof leadStatusFilters)[number];

/** Matches of a list are counted up to one more than this: it would take long to count them all. */
export const COUNTED_LEADS_MAX = 1_000;
