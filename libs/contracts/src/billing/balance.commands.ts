import { defineCommand } from '../define-message.js';
import { strictObject } from '../primitives.js';
import { balanceReportSchema } from './balance.schemas.js';
import { calendarMonth } from './documents.schemas.js';

/** Gets what moved on each day of a month, in the reporting time zone. */
export const getBalanceReport = defineCommand('billing', 'balance.get-report', {
  request: strictObject({ month: calendarMonth('Month') }),
  response: balanceReportSchema,
});
