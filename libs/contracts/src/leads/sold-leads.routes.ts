import { defineRoute } from '../define-route.js';
import {
  dashboardSummaryAnswer,
  leadAnswer,
  leadsAnswer,
  leadsExportQuery,
  leadsQuery,
  liveQuery,
  updateDispositionBody,
} from './sold-leads.http.js';
import { dispositionSchema } from './sold-leads.schemas.js';

export const soldLeadRoutes = {
  getDashboard: defineRoute('GET', '/api/dashboard', 'agent', {
    summary: "Get the agent's eligibility and today's totals",
    answer: dashboardSummaryAnswer,
  }),
  listLeads: defineRoute('GET', '/api/leads', 'agent', {
    summary: "List the agent's own leads, newest first",
    query: leadsQuery,
    answer: leadsAnswer,
    errors: ['REAUTHENTICATION_REQUIRED'],
  }),
  exportLeads: defineRoute('GET', '/api/leads/export', 'agent', {
    proof: 'recent',
    audit: 'export',
    summary: "Export all of the agent's own leads as a spreadsheet",
    query: leadsExportQuery,
    text: { contentType: 'text/csv', description: 'A row of headings, then one row per lead' },
  }),
  getLead: defineRoute('GET', '/api/leads/:leadId', 'agent', {
    summary: 'Get a lead with its consent, charge and deliveries',
    params: { leadId: 'LEAD_NOT_FOUND' },
    answer: leadAnswer,
    errors: ['REAUTHENTICATION_REQUIRED'],
  }),
  updateDisposition: defineRoute('PATCH', '/api/leads/:leadId', 'agent', {
    proof: 'none',
    summary: "Update the agent's own status and notes of a lead",
    params: { leadId: 'LEAD_NOT_FOUND' },
    body: updateDispositionBody,
    answer: dispositionSchema,
    errors: ['LEAD_CHANGED', 'LEAD_ALREADY_REFUNDED'],
  }),
  streamLiveEvents: defineRoute('GET', '/api/live', 'agent', {
    summary: "Stream the agent's live events; `Last-Event-ID` resumes without a gap",
    query: liveQuery,
    extendsSession: false,
    errors: ['TOO_MANY_REQUESTS'],
    text: {
      contentType: 'text/event-stream',
      description:
        'Events `hello`, `lead-sold`, `lead-delivered`, `lead-changed` (refunded, or a reported problem moved on), ' +
        '`eligibility-changed` and `reset`. The id is the sequence ' +
        "number in the agent's feed; the data is JSON with `leadId` (or null) and `at`. After `reset`, reload everything.",
    },
  }),
} as const;
