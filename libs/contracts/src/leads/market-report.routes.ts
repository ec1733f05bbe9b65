import { defineRoute } from '../define-route.js';
import { reportPeriod } from './agent-report.routes.js';
import { agentsReportSchema, eligibleBuyersAnswer, marketReportSchema } from './market-report.commands.js';
import { leadsQuery } from './sold-leads.routes.js';
import { leadFilters } from './sold-leads.schemas.js';

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
  listEligibleBuyers: defineRoute('GET', '/api/admin/reports/eligible-buyers', 'admin', {
    audit: 'personal-data',
    summary: 'List the buyers who would buy a lead of a state and type now, the most open slots first',
    query: leadsQuery
      .pick(['page'])
      .shape({
        state: leadFilters.state.required('State is required'),
        leadType: leadFilters.leadType.required('Lead type is required'),
      })
      .noUnknown(),
    answer: eligibleBuyersAnswer,
  }),
} as const;
