import { PROBLEM_REPORT_WINDOW_DAYS } from '@desk/contracts';

const DAY_MS = 86_400_000;

/** Whether a problem with a lead that was bought at `soldAt` can still be reported. */
export const isInReportWindow = (soldAt: Date, now: Date): boolean =>
  now.getTime() - soldAt.getTime() <= PROBLEM_REPORT_WINDOW_DAYS * DAY_MS;
