import { number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { strictObject, timeZone, uuid } from '../primitives.js';
import {
  filterListsShape,
  filtersSchema,
  filtersVersion,
  leadReportSchema,
  matchCountsSchema,
  seenFiltersVersion,
} from './filters.schemas.js';

export const getFilters = defineCommand('lead-router', 'buyers.get-filters', {
  request: strictObject({ buyerId: uuid() }),
  response: strictObject({
    filters: filtersSchema,
    ...filtersVersion,
    /** Hours, weeks and months are those of this zone. */
    timeZone: timeZone(),
    /** Orders a change of the filters by when it was requested (ADR 4). */
    changeNumber: number().integer().min(1).required(),
  }),
  errors: ['BUYER_NOT_FOUND'],
});

/**
 * Answered once in force: from then on no lead is reserved against the filters. Refused with SETTINGS_CHANGED if a change
 * with a higher number was applied, or the version is not that of the filters in force; without one, any is replaced.
 */
export const setFilters = defineCommand('lead-router', 'buyers.set-filters', {
  request: strictObject({
    buyerId: uuid(),
    changeNumber: number().integer().min(1).required(),
    caller: callerSchema,
    filters: filtersSchema,
    ...seenFiltersVersion,
  }),
  response: strictObject({ filters: filtersSchema, ...filtersVersion }),
  senders: ['gateway', 'accounts'],
  errors: ['BUYER_NOT_FOUND', 'SETTINGS_CHANGED'],
});

/** Counts received leads, and those that the lists match. Hours and budgets do not count. Usually at most a minute old. */
export const countMatchingLeads = defineCommand('lead-router', 'leads.count-matching', {
  request: strictObject(filterListsShape),
  response: matchCountsSchema,
});

/** Explains which received leads the buyer got, and why the buyer did not get the others. */
export const getLeadReport = defineCommand('lead-router', 'buyers.get-lead-report', {
  request: strictObject({ buyerId: uuid() }),
  response: leadReportSchema,
  errors: ['BUYER_NOT_FOUND'],
});
