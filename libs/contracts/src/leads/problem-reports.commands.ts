import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { instant, strictObject, uuid } from '../primitives.js';
import { problemNoteBody, reportProblemBody } from './problem-reports.http.js';
import {
  agentProblemReportSchema,
  problemCountSchema,
  problemReason,
  problemReportSchema,
  problemReportState,
} from './problem-reports.schemas.js';

const byAdmin = { reportId: uuid(), actorId: uuid(), caller: callerSchema };

/** An agent reports a problem with a lead that they bought. Each reason once per lead, and one undecided report at a time. */
export const reportProblem = defineCommand('lead-router', 'problem-reports.create', {
  request: reportProblemBody.shape({ buyerId: uuid(), leadId: uuid() }).noUnknown(),
  response: agentProblemReportSchema,
  errors: ['LEAD_NOT_FOUND', 'LEAD_ALREADY_REFUNDED', 'PROBLEM_ALREADY_REPORTED', 'PROBLEM_REPORT_TOO_LATE'],
});

/** Lists reports, newest first. The next page starts after the report named by `after`. */
export const listProblemReports = defineCommand('lead-router', 'problem-reports.list', {
  request: strictObject({
    /** Empty: all. */
    states: array(problemReportState().required()).max(10).required(),
    reason: problemReason().nullable().defined(),
    funnelId: uuid().nullable(),
    after: strictObject({ reportedAt: instant(), id: uuid() }).nullable(),
    limit: number().integer().min(1).max(100).required(),
  }),
  response: strictObject({ reports: array(problemReportSchema).required() }),
});

export const getProblemReport = defineCommand('lead-router', 'problem-reports.get', {
  request: strictObject({ reportId: uuid() }),
  response: problemReportSchema,
  errors: ['PROBLEM_REPORT_NOT_FOUND'],
});

/** Informs the agent that an admin is reviewing the report. Repeating it changes nothing. */
export const startProblemReview = defineCommand('lead-router', 'problem-reports.start-review', {
  request: strictObject(byAdmin),
  response: problemReportSchema,
  errors: ['PROBLEM_REPORT_NOT_FOUND', 'PROBLEM_REPORT_DECIDED'],
});

/** Approves a refund, once. Responds after the decision is durable; billing then refunds the payment. */
export const approveProblemReport = defineCommand('lead-router', 'problem-reports.approve', {
  needsRecentProof: () => true,
  request: problemNoteBody.shape(byAdmin).noUnknown(),
  response: problemReportSchema,
  errors: ['PROBLEM_REPORT_NOT_FOUND', 'PROBLEM_REPORT_DECIDED', 'LEAD_ALREADY_REFUNDED'],
});

/** `note` is shown to the agent. */
export const declineProblemReport = defineCommand('lead-router', 'problem-reports.decline', {
  request: problemNoteBody.shape(byAdmin).noUnknown(),
  response: problemReportSchema,
  errors: ['PROBLEM_REPORT_NOT_FOUND', 'PROBLEM_REPORT_DECIDED'],
});

/** Counts a funnel's reports by reason, most frequent first. */
export const countProblemReports = defineCommand('lead-router', 'problem-reports.count', {
  request: strictObject({ funnelId: uuid() }),
  response: strictObject({ counts: array(problemCountSchema).required() }),
});
