import { defineRoute } from '../define-route.js';
import { reportPeriod } from './agent-report.routes.js';
import { marketReportSchema } from './market-report.schemas.js';

export const marketReportRoutes = {
  getMarketReport: defineRoute('GET', '/api/admin/reports', 'admin', {
    summary: 'Count what became of posts and leads, by day, funnel, state and type',
    query: reportPeriod,
    answer: marketReportSchema,
  }),
} as const;
