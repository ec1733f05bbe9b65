import { defineRoute } from '../define-route.js';
import { reportPeriod } from './agent-report.routes.js';
import { agentsReportSchema, marketReportSchema } from './market-report.schemas.js';

export const marketReportRoutes = {
  getMarketReport: defineRoute('GET', '/api/admin/reports', 'admin', {
    summary: 'Count what became of posts and leads, by day, funnel, campaign, state and type',
    query: reportPeriod,
    answer: marketReportSchema,
  }),
  getAgentsReport: defineRoute('GET', '/api/admin/reports/agents', 'admin', {
    audit: 'personal-data',
    summary: 'Count what each agent bought, by the days of the agent',
    query: reportPeriod,
    answer: agentsReportSchema,
  }),
} as const;
