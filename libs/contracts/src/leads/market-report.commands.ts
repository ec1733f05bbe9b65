import { number } from 'yup';
import { defineCommand } from '../define-message.js';
import { calendarDay, oneOf, strictObject } from '../primitives.js';
import { leadTypes, usStates } from './leads.values.js';
import { agentCountsSchema, eligibleBuyersSchema, marketReportSchema } from './market-report.schemas.js';
import { LEADS_PAGE_MAX } from './sold-leads.values.js';

/** First and last day. */
const period = strictObject({ from: calendarDay(), to: calendarDay() });

/** Counts the outcomes of posts and leads, by day, funnel, campaign, state and type. */
export const getMarketReport = defineCommand('lead-router', 'leads.get-market-report', {
  request: period,
  response: marketReportSchema,
});

/** Counts what each agent bought. */
export const countAgentsLeads = defineCommand('lead-router', 'leads.count-agents-leads', {
  request: period,
  response: agentCountsSchema,
});

/** Lists the buyers who would buy a lead of this state and type now, those with the most open slots first. */
export const listEligibleBuyers = defineCommand('lead-router', 'leads.list-eligible-buyers', {
  request: strictObject({
    state: oneOf(usStates).required(),
    leadType: oneOf(leadTypes).required(),
    page: number().integer().min(1).max(LEADS_PAGE_MAX).required(),
    pageSize: number().integer().min(1).max(100).required(),
  }),
  response: eligibleBuyersSchema,
});
