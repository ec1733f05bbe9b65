import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import {
  isOpenProblemReport,
  type ProblemReason,
  type ProblemReportState,
} from '@desk/contracts/leads/problem-reports.values';
import { Badge } from '@/components/ui/badge';

export const problemReasonLabels: Readonly<Record<ProblemReason, string>> = {
  'duplicate-charge': 'Charged twice',
  'not-delivered': 'Not delivered',
  'wrong-number': 'Wrong number',
  'wrong-person': 'Wrong person',
  'not-interested': 'Not interested',
  'already-working': 'Works with another agent',
  other: 'Something else',
};

export const problemStateLabels: Readonly<Record<'open' | ProblemReportState, string>> = {
  open: 'To decide',
  reported: 'Reported',
  'in-review': 'In review',
  approved: 'Approved',
  declined: 'Declined',
  recorded: 'Feedback',
};

type Report = Pick<AdminProblemReport, 'state' | 'refundedAt'>;

export function ProblemBadge({ report: { state, refundedAt } }: { report: Report }) {
  if (state === 'approved' && refundedAt !== null) return <Badge tone="brand">Refunded</Badge>;
  // Without that time, the refund is on its way or has failed.
  const isPending = state === 'approved' || isOpenProblemReport(state);
  return <Badge tone={isPending ? 'money' : 'neutral'}>{problemStateLabels[state]}</Badge>;
}
