import { array, type InferType, number } from 'yup';
import { defineCommand } from '../define-message.js';
import { calendarDay, count, oneOf, strictObject, timeZone, uuid } from '../primitives.js';
import { ageRanges, assetBands, leadTypes, usStates } from './leads.values.js';
import { dispositions } from './sold-leads.values.js';

/** Leads that have one value in common. */
const valueCounts = <const Value extends string>(values: readonly Value[]) =>
  array(strictObject({ value: oneOf(values).required(), leads: count(), won: count() })).required();

const contactSpeed = () =>
  strictObject({
    /** Leads that the median covers. */
    leads: count(),
    /** From the sale to the first change of the status. Null without such leads. */
    medianMs: number().min(0).nullable().defined(),
  });

/** Days are in the agent's time zone; a lead counts on the day of its sale. Lists leave out what has no leads. */
export const agentReportShape = {
  timeZone: timeZone(),
  /** First and last day of the report. */
  from: calendarDay(),
  to: calendarDay(),
  /** The day that has not ended: its counts still grow. */
  today: calendarDay(),
  /** Including leads that were refunded later. */
  leads: count(),
  refunded: count(),
  /** Without refunded amounts. */
  spentCents: count(),
  /** What the agent entered as commission. */
  commissionCents: count(),
  dispositions: strictObject(
    Object.fromEntries(dispositions.map((disposition) => [disposition, count()])) as Record<
      (typeof dispositions)[number],
      ReturnType<typeof count>
    >,
  ),
  days: array(strictObject({ day: calendarDay(), leads: count(), spentCents: count() })).required(),
  /** Weekdays from 1, Monday, to 7. */
  hours: array(
    strictObject({
      weekday: number().integer().min(1).max(7).required(),
      hour: number().integer().min(0).max(23).required(),
      leads: count(),
    }),
  ).required(),
  states: valueCounts(usStates),
  leadTypes: valueCounts(leadTypes),
  ageRanges: valueCounts(ageRanges),
  assetBands: valueCounts(assetBands),
  /** Does not depend on the period: covers the newest contacted leads, as `CONTACT_SPEED` says. */
  contactSpeed: strictObject({ own: contactSpeed(), allAgents: contactSpeed() }),
};
const agentReportSchema = strictObject(agentReportShape);
export type AgentReport = InferType<typeof agentReportSchema>;

/** Counts a buyer's sold leads from one day to another, both included, in the buyer's time zone. */
export const getAgentReport = defineCommand('lead-router', 'buyers.get-report', {
  request: strictObject({ buyerId: uuid(), from: calendarDay(), to: calendarDay() }),
  response: agentReportSchema,
  errors: ['BUYER_NOT_FOUND'],
});
