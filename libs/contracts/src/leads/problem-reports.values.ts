/** The two cases in which the terms promise a refund ("All sales are final"). */
export const refundProblemReasons = ['duplicate-charge', 'not-delivered'] as const;
export type RefundProblemReason = (typeof refundProblemReasons)[number];

/** Feedback about the lead's funnel, without a refund. */
export const feedbackReasons = [
  'wrong-number',
  'wrong-person',
  'not-interested',
  'already-working',
  'other',
] as const;

export const problemReasons = [...refundProblemReasons, ...feedbackReasons] as const;
export type ProblemReason = (typeof problemReasons)[number];

/** `approved`: the refund is on its way or complete. `recorded`: feedback, which needs no decision. */
export const problemReportStates = ['reported', 'in-review', 'approved', 'declined', 'recorded'] as const;
export type ProblemReportState = (typeof problemReportStates)[number];
/** An admin has to decide. */
export const openProblemReportStates = ['reported', 'in-review'] as const;

export const isRefundProblem = (reason: ProblemReason): reason is RefundProblemReason =>
  (refundProblemReasons as readonly string[]).includes(reason);
export const isOpenProblemReport = (state: ProblemReportState): boolean =>
  (openProblemReportStates as readonly string[]).includes(state);

/** After the purchase, problems can be reported for this long on the lead's page; later, by writing to support. */
export const PROBLEM_REPORT_WINDOW_DAYS = 7;
export const PROBLEM_DETAILS_MAX = 1_000;
export const PROBLEM_NOTE_MAX = 500;
export const PROBLEM_REPORTS_PAGE_SIZE = 25;
