import { ageRanges, assetBands, leadTypes, usStates } from './leads.values.js';

/** The lists of a buyer's filters, each with the lead field that it is compared to. An empty list means all. */
export const filterLists = {
  states: { field: 'state', label: 'States', oneOf: usStates },
  leadTypes: { field: 'leadType', label: 'Lead types', oneOf: leadTypes },
  assetBands: { field: 'estimatedAssets', label: 'Estimated assets', oneOf: assetBands },
  ageRanges: { field: 'ageRange', label: 'Age ranges', oneOf: ageRanges },
} as const;
export type FilterListName = keyof typeof filterLists;
export const filterListNames = Object.keys(filterLists) as FilterListName[];

export const MINUTES_PER_DAY = 1_440;
/** Days of weekly hours, as in ISO 8601: Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export const MAX_PERIODS_PER_WEEK = 21;

export const BUDGET_MAX_CENTS = 50_000_000;
/** How many full days (UTC) `countMatchingLeads` counts, besides today. */
export const MATCH_COUNT_DAYS = 30;
