import { defineRoute } from '../define-route.js';
import { reportPeriod } from '../leads/agent-report.routes.js';
import { strictObject } from '../primitives.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import { balanceReportSchema, moneyReportSchema } from './balance.schemas.js';
import { calendarMonth } from './documents.schemas.js';

const query = strictObject({ month: calendarMonth('Month') });

export const balanceRoutes = {
  getMoneyReport: defineRoute('GET', '/api/admin/reports/money', 'admin', {
    summary: 'Get charges, refunds, disputes, fees and the net of each day of a period',
    query: reportPeriod,
    answer: moneyReportSchema,
  }),
  getBalanceReport: defineRoute('GET', '/api/admin/balance', 'admin', {
    summary: 'Get charges, refunds, disputes, fees and the net of each day of a month',
    query,
    answer: balanceReportSchema,
  }),
  exportBalanceReport: defineRoute('GET', '/api/admin/balance/csv', 'admin', {
    audit: 'export',
    summary: 'Export the balance report of a month as a spreadsheet',
    query,
    text: { contentType: 'text/csv', description: 'A row of headings, one row per day, and the totals' },
    limits: [perUser(10, MINUTE_SECONDS)],
  }),
} as const;
