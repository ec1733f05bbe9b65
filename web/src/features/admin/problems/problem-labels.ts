import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import type { ProblemReason, ProblemReportState } from '@desk/contracts/leads/problem-reports.values';
import type { Tone } from '@/lib/tone';

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

export function toProblemBadge({ state, refundedAt }: Report): { tone: Tone; text: string } {
  switch (state) {
    case 'reported':
    case 'in-review':
      return { tone: 'money', text: problemStateLabels[state] };
    case 'approved':
      return refundedAt === null ? { tone: 'money', text: 'Refunding' } : { tone: 'brand', text: 'Refunded' };
    case 'declined':
    case 'recorded':
      return { tone: 'neutral', text: problemStateLabels[state] };
  }
}
