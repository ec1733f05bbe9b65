import { array, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { calendarDay, count, oneOf, strictObject, timeZone, uuid } from '../primitives.js';
import { FUNNEL_NAME_MAX, funnelModes } from './funnels.values.js';
import { leadTypes, usStates } from './leads.values.js';

/** What became of the leads accepted in a period. */
const leadCounts = {
  accepted: count(),
  /** With those that were refunded. */
  sold: count(),
  expired: count(),
  refunded: count(),
  /** Paid for leads, without what was refunded. */
  revenueCents: count(),
};
/** Posts that were not accepted. */
const refusedCounts = {
  duplicates: count(),
  /** For any other reason. */
  refused: count(),
};

/** Days are those of the reporting time zone. A lead counts on the day on which it was accepted. Zeros are left out. */
export const marketReportSchema = strictObject({
  timeZone: timeZone(),
  /** First and last day of the report. */
  from: calendarDay(),
  to: calendarDay(),
  /** The day that has not ended: its figures still grow. */
  today: calendarDay(),
  days: array(
    strictObject({
      day: calendarDay(),
      ...leadCounts,
      ...refusedCounts,
      /** Sold leads that a channel accepted, and those of them within a second of the post. */
      delivered: count(),
      deliveredInTime: count(),
    }),
  ).required(),
  /** Most accepted leads first. */
  funnels: array(
    strictObject({
      funnelId: uuid(),
      name: boundedText({ kind: 'line', max: FUNNEL_NAME_MAX }).required(),
      mode: oneOf(funnelModes).required(),
      ...leadCounts,
      ...refusedCounts,
      /** Sold leads by the status that their agents gave them; the others are new. */
      contacted: count(),
      appointment: count(),
      won: count(),
      lost: count(),
    }),
  ).required(),
  places: array(
    strictObject({
      state: oneOf(usStates).required(),
      leadType: oneOf(leadTypes).required(),
      ...leadCounts,
      /** Leads without a buyer at this moment, whatever the period. */
      waiting: count(),
    }),
  ).required(),
});
export type MarketReport = InferType<typeof marketReportSchema>;
