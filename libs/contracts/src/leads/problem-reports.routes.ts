import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import {
  adminProblemReport,
  adminProblemReportsAnswer,
  problemCountsAnswer,
  problemNoteBody,
  problemReportsQuery,
  reportProblemBody,
} from './problem-reports.http.js';
import { agentProblemReportSchema } from './problem-reports.schemas.js';

const params = { reportId: 'PROBLEM_REPORT_NOT_FOUND' } as const;

export const problemReportRoutes = {
  reportProblem: defineRoute('POST', '/api/leads/:leadId/problem-reports', 'agent', {
    proof: 'none',
    summary: 'Report a problem with a lead',
    params: { leadId: 'LEAD_NOT_FOUND' },
    body: reportProblemBody,
    answer: agentProblemReportSchema,
    status: 201,
    errors: ['LEAD_ALREADY_REFUNDED', 'PROBLEM_ALREADY_REPORTED', 'PROBLEM_REPORT_TOO_LATE'],
    effects: ['sends mail'],
    limits: [perUser(20, HOUR_SECONDS)],
  }),
  listProblemReports: defineRoute('GET', '/api/admin/problem-reports', 'admin', {
    audit: 'personal-data',
    summary: 'List problems that agents reported, newest first',
    query: problemReportsQuery,
    answer: adminProblemReportsAnswer,
  }),
  getProblemReport: defineRoute('GET', '/api/admin/problem-reports/:reportId', 'admin', {
    audit: 'personal-data',
    summary: 'Get a reported problem',
    params,
    answer: adminProblemReport,
  }),
  startProblemReview: defineRoute('POST', '/api/admin/problem-reports/:reportId/review', 'admin', {
    proof: 'none',
    summary: 'Tell the agent that a reported problem is being looked at',
    params,
    body: nothing(),
    answer: nothing(),
    errors: ['PROBLEM_REPORT_DECIDED'],
    effects: ['sends mail'],
    limits: [perUser(120, HOUR_SECONDS)],
  }),
  approveProblemReport: defineRoute('POST', '/api/admin/problem-reports/:reportId/approve', 'admin', {
    summary: "Approve a reported problem and refund the lead's payment in full",
    params,
    body: problemNoteBody,
    answer: nothing(),
    errors: ['PROBLEM_REPORT_DECIDED', 'LEAD_ALREADY_REFUNDED'],
    effects: ['sends mail'],
    limits: [perUser(60, HOUR_SECONDS)],
  }),
  declineProblemReport: defineRoute('POST', '/api/admin/problem-reports/:reportId/decline', 'admin', {
    proof: 'none',
    summary: 'Decline a reported problem with a reason that the agent reads',
    params,
    body: problemNoteBody,
    answer: nothing(),
    errors: ['PROBLEM_REPORT_DECIDED'],
    effects: ['sends mail'],
    limits: [perUser(120, HOUR_SECONDS)],
  }),
  countProblemReports: defineRoute('GET', '/api/admin/funnels/:funnelId/problem-reports', 'admin', {
    summary: "Count the problems that agents reported with a funnel's leads, by reason",
    params: { funnelId: 'FUNNEL_NOT_FOUND' },
    answer: problemCountsAnswer,
  }),
} as const;
