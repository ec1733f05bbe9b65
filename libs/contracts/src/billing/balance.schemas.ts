import { array, type InferType, number } from 'yup';
import { calendarDay, count, strictObject, timeZone } from '../primitives.js';
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

/** Days are those of the reporting time zone. */
const movements = {
  timeZone: timeZone(),
  /** Days on which money moved, oldest first. */
  days: array(strictObject({ day: calendarDay(), ...amounts })).required(),
  totals: strictObject(amounts),
};

export const moneyReportSchema = strictObject({
  ...movements,
  /** First and last day of the report. */
  from: calendarDay(),
  to: calendarDay(),
  /** The day that has not ended: its amounts still grow. */
  today: calendarDay(),
});
export type MoneyReport = InferType<typeof moneyReportSchema>;
export type BalanceAmounts = MoneyReport['totals'];

/** The same for a calendar month. */
export const balanceReportSchema = strictObject({ month: calendarMonth('Month'), ...movements });
export type BalanceReport = InferType<typeof balanceReportSchema>;
