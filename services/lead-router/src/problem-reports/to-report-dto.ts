import type { AgentProblemReport, ProblemReport } from '@desk/contracts';
import type { ReportRow } from './problem-report.repository.js';

export const toAgentReport = (report: ReportRow): AgentProblemReport => ({
  id: report.id,
  reason: report.reason,
  state: report.state,
  details: report.details,
  reportedAt: report.reportedAt.toISOString(),
  decidedAt: report.decidedAt?.toISOString() ?? null,
  declineReason: report.state === 'declined' ? report.decisionNote : null,
});

export const toReport = (report: ReportRow): ProblemReport => ({
  ...toAgentReport(report),
  leadId: report.leadId,
  buyerId: report.buyerId,
  funnelId: report.funnelId,
  funnelName: report.funnelName,
  soldAt: report.soldAt.toISOString(),
  approvalNote: report.state === 'approved' && report.decidedBy !== null ? report.decisionNote : null,
  decidedBy: report.decidedBy,
  refundedAt: report.refundedAt?.toISOString() ?? null,
});
