import { defineRoute } from '../define-route.js';
import { adminLeadAnswer, adminLeadsAnswer, adminLeadsQuery } from './lead-history.http.js';

export const leadHistoryRoutes = {
  listLeadHistory: defineRoute('GET', '/api/admin/leads', 'admin', {
    audit: 'personal-data',
    summary: 'List all leads',
    query: adminLeadsQuery,
    answer: adminLeadsAnswer,
  }),
  getLeadTimeline: defineRoute('GET', '/api/admin/leads/:leadId', 'admin', {
    audit: 'personal-data',
    summary: 'Get a lead with each offer, charge and delivery',
    params: { leadId: 'LEAD_NOT_FOUND' },
    answer: adminLeadAnswer,
  }),
} as const;
