import { defineCommand } from '../define-message.js';
import { calendarDay, strictObject } from '../primitives.js';
import { marketReportSchema } from './market-report.schemas.js';

/** Counts what became of posts and leads, by day, funnel, state and type. Both days are included. */
export const getMarketReport = defineCommand('lead-router', 'leads.get-market-report', {
  request: strictObject({ from: calendarDay(), to: calendarDay() }),
  response: marketReportSchema,
});
