import {
  defineTransitions,
  isRefundProblem,
  type ProblemReason,
  type ProblemReportState,
} from '@desk/contracts';

export const problemReportTransitions = defineTransitions<ProblemReportState>('problem report', {
  reported: ['in-review', 'approved', 'declined'],
  'in-review': ['approved', 'declined'],
  approved: [],
  declined: [],
  recorded: [],
});

/** Feedback needs no decision. */
export const toFirstState = (reason: ProblemReason): ProblemReportState =>
  isRefundProblem(reason) ? 'reported' : 'recorded';
