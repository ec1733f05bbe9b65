import { defineRoute } from '../define-route.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import { strictObject, timeZone } from '../primitives.js';
import {
  filterListsShape,
  filtersChangeSchema,
  filtersSchema,
  filtersVersion,
  leadReportSchema,
  matchCountsSchema,
} from './filters.schemas.js';

export const filtersAnswer = strictObject({
  filters: filtersSchema,
  ...filtersVersion,
  timeZone: timeZone(),
});

export const filterRoutes = {
  getFilters: defineRoute('GET', '/api/user/filters', 'agent', {
    summary: "Get the agent's filters, weekly hours and budgets",
    answer: filtersAnswer,
  }),
  setFilters: defineRoute('PATCH', '/api/user/filters', 'agent', {
    proof: 'none',
    summary: 'Set filters, weekly hours and budgets; an empty list means all',
    body: filtersChangeSchema,
    answer: filtersAnswer,
    errors: ['SETTINGS_CHANGED'],
    limits: [perUser(60, MINUTE_SECONDS)],
  }),
  countMatchingLeads: defineRoute('POST', '/api/user/filters/count', 'agent', {
    proof: 'none',
    summary: 'Count the leads of the last 30 days that filters would have matched; nothing is saved',
    body: strictObject(filterListsShape),
    answer: matchCountsSchema,
    limits: [perUser(120, MINUTE_SECONDS)],
  }),
  getLeadReport: defineRoute('GET', '/api/user/lead-report', 'agent', {
    summary: 'Explain which leads of the last 7 days the agent got, and why not the others',
    answer: leadReportSchema,
    limits: [perUser(30, MINUTE_SECONDS)],
  }),
} as const;
