import type { AgentProblemReport } from '@desk/contracts/leads/problem-reports.schemas';
import {
  isOpenProblemReport,
  PROBLEM_REPORT_WINDOW_DAYS,
  type ProblemReason,
} from '@desk/contracts/leads/problem-reports.values';
import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import type { StateDescription } from '@/lib/tone';

/** The reasons that agents choose from. Those that can lead to a refund come first. */
export const problemLabels: Readonly<Record<ProblemReason, string>> = {
  'duplicate-charge': 'I was charged twice for this lead',
  'not-delivered': 'The lead was not delivered to me',
  'wrong-number': 'The phone number is wrong',
  'wrong-person': 'It is another person than in the lead',
  'not-interested': 'The person is not interested',
  'already-working': 'The person works with another agent',
  other: 'Something else',
};

const DAY_MS = 86_400_000;

/** The reasons the agent can report now, or why there are none. */
type Reportable =
  | { readonly kind: 'open'; readonly reasons: readonly ProblemReason[]; readonly until: string }
  | { readonly kind: 'refunded' | 'undecided' | 'too-late' | 'all-reported' };

type ReportedLead = Pick<LeadPage, 'soldAt' | 'refundedAt' | 'problemReports'>;

export function findReportable(
  { soldAt, refundedAt, problemReports }: ReportedLead,
  nowMs: number,
): Reportable {
  const untilMs = Date.parse(soldAt) + PROBLEM_REPORT_WINDOW_DAYS * DAY_MS;
  if (refundedAt !== null) return { kind: 'refunded' };
  if (nowMs > untilMs) return { kind: 'too-late' };
  const isUndecided = problemReports.some(({ state }) => isOpenProblemReport(state));
  if (isUndecided) return { kind: 'undecided' };
  const reported = problemReports.map(({ reason }) => reason);
  const reasons = (Object.keys(problemLabels) as ProblemReason[]).filter(
    (reason) => !reported.includes(reason),
  );
  if (reasons.length === 0) return { kind: 'all-reported' };
  return { kind: 'open', reasons, until: new Date(untilMs).toISOString() };
}

export function describeReport(
  { state, declineReason }: Pick<AgentProblemReport, 'state' | 'declineReason'>,
  isRefunded: boolean,
): StateDescription {
  switch (state) {
    case 'reported':
      return {
        label: 'Reported',
        tone: 'money',
        text: "We got your report and will email you when we've decided.",
      };
    case 'in-review':
      return {
        label: 'Being looked at',
        tone: 'money',
        text: 'We are checking the charge and the delivery log.',
      };
    case 'approved':
      return isRefunded
        ? { label: 'Refunded', tone: 'brand', text: 'The full amount went back to your card.' }
        : { label: 'Approved', tone: 'money', text: 'The full amount is on its way back to your card.' };
    case 'declined':
      return { label: 'Declined', tone: 'danger', text: `The reason: ${declineReason ?? ''}` };
    case 'recorded':
      return {
        label: 'Recorded',
        tone: 'neutral',
        text: 'Thanks. We recorded it for the source of this lead. It does not lead to a refund.',
      };
  }
}
