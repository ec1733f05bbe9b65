import { array, type InferType, number } from 'yup';
import { boundedText } from '../bounded-text.js';
import { count, strictObject, timeZone } from '../primitives.js';
import { calendarMonth } from './documents.schemas.js';

const signedCents = () => number().integer().required();

const amounts = {
  charges: count(),
  chargesCents: count(),
  refunds: count(),
  /** Without refunds that failed later. */
  refundsCents: signedCents(),
  disputes: count(),
  /** What banks withdrew, without what they returned after disputes that we won. */
  disputesCents: signedCents(),
  /** Null if the card provider has not reported any. */
  feesCents: signedCents().nullable().defined(),
  netCents: signedCents(),
};

/** A day on the clocks of the reporting time zone: `2026-03-05`. */
export const balanceDaySchema = strictObject({
  day: boundedText({
    max: 10,
    pattern: /^20\d\d-(0[1-9]|1[0-2])-\d\d$/,
    message: 'Day must be a date',
  }).required(),
  ...amounts,
});
export type BalanceDay = InferType<typeof balanceDaySchema>;

export const balanceReportSchema = strictObject({
  month: calendarMonth('Month'),
  timeZone: timeZone(),
  /** Days on which money moved, oldest first. */
  days: array(balanceDaySchema).required(),
  totals: strictObject(amounts),
});
export type BalanceReport = InferType<typeof balanceReportSchema>;
export type BalanceAmounts = BalanceReport['totals'];
