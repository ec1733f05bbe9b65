import { defineCommand } from '../define-message.js';
import { calendarDay, strictObject, uuid } from '../primitives.js';
import { agentReportSchema } from './agent-report.schemas.js';

/** Counts a buyer's sold leads from one day to another, both included, in the buyer's time zone. */
export const getAgentReport = defineCommand('lead-router', 'buyers.get-report', {
  request: strictObject({ buyerId: uuid(), from: calendarDay(), to: calendarDay() }),
  response: agentReportSchema,
  errors: ['BUYER_NOT_FOUND'],
});
