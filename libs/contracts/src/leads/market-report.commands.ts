import { defineCommand } from '../define-message.js';
import { calendarDay, strictObject } from '../primitives.js';
import { agentCountsSchema, marketReportSchema } from './market-report.schemas.js';

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
