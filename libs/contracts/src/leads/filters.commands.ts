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
    /** Hours, weeks and months are in this time zone. */
    timeZone: timeZone(),
    /** Sent with the next change: changes apply in the order of these numbers (ADR 4). */
    changeNumber: number().integer().min(1).required(),
  }),
  errors: ['BUYER_NOT_FOUND'],
});

/**
 * Responds once the filters are in force: no later reservation ignores them. Refused with SETTINGS_CHANGED if a change
 * with a higher number was applied, or if the version is not the current one. Without a version, replaces any.
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

/**
 * Counts received leads, and those that the filter lists match; hours and budgets are ignored. The counts are usually
 * at most a minute old.
 */
export const countMatchingLeads = defineCommand('lead-router', 'leads.count-matching', {
  request: strictObject(filterListsShape),
  response: matchCountsSchema,
});

/** Explains which received leads the buyer got, and why the buyer did not get the others. */
export const getLeadReport = defineCommand('lead-router', 'buyers.get-lead-report', {
  request: strictObject({ buyerId: uuid() }),
  response: leadReportSchema,
});
