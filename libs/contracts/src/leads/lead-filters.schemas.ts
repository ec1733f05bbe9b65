import { searchText } from '../search.schemas.js';
import { calendarDay, oneOf, strictObject } from '../primitives.js';
import { ageRanges, assetBands, leadTypes, usStates } from './leads.values.js';
import { disposition } from './sold-leads.schemas.js';
import { leadPeriods, reminderFilters } from './sold-leads.values.js';

/** Every value is text. Days are those of the agent's time zone. */
export const leadFilters = {
  search: searchText(),
  days: oneOf(leadPeriods, 'Days').optional(),
  /** Sold on this day or later. */
  from: calendarDay().optional(),
  /** Sold on this day or earlier. */
  to: calendarDay().optional(),
  state: oneOf(usStates, 'State').optional(),
  leadType: oneOf(leadTypes, 'Lead type').optional(),
  ageRange: oneOf(ageRanges, 'Age range').optional(),
  assetBand: oneOf(assetBands, 'Assets').optional(),
  disposition: disposition().optional(),
  reminder: oneOf(reminderFilters, 'Reminder').optional(),
};
export const leadFiltersSchema = strictObject(leadFilters);
