import { array, number, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { calendarDay, count, oneOf, strictObject, uuid } from '../primitives.js';
import { FUNNEL_NAME_MAX } from './funnels.values.js';
import { usStates } from './leads.values.js';

/** The most funnels and states that a summary names. */
export const SUMMARIZED_MAX = 3;

/** Totals of a buyer's leads of a week, by the days of their sales. */
const agentWeek = () =>
  strictObject({
    /** Including leads that were refunded later. */
    leads: count(),
    refunded: count(),
    /** Without refunded amounts. */
    spentCents: count(),
    won: count(),
    commissionCents: count(),
    /** Median from the sale to the first contact, of the leads contacted in the week. Null without any. */
    contactMs: number().min(0).nullable().defined(),
  });

/**
 * A week ended for a buyer who bought leads in it, or in the week before. Published at most once per buyer and week.
 */
export const agentWeekEnded = defineEvent('lead-router', 'leads.agent-week-ended', {
  payload: strictObject({
    buyerId: uuid(),
    /** The first day of the week, in the buyer's time zone. */
    monday: calendarDay(),
    week: agentWeek(),
    weekBefore: agentWeek(),
  }),
  consumers: ['notifier'],
});

/** Outcomes of the posts of a week, and of the leads accepted in it. */
const marketWeek = () =>
  strictObject({
    accepted: count(),
    /** Including leads that were refunded later. */
    sold: count(),
    expired: count(),
    refunded: count(),
    /** Paid for leads, without refunded amounts. */
    revenueCents: count(),
    /** Without duplicates. */
    refused: count(),
    /** Sold leads that a channel accepted, and those of them within a second of the post. */
    delivered: count(),
    deliveredInTime: count(),
  });

/** A week ended, and there were posts in it or in the week before. Published at most once per week. */
export const marketWeekEnded = defineEvent('lead-router', 'leads.market-week-ended', {
  payload: strictObject({
    /** The first day of the week, in the reporting time zone. */
    monday: calendarDay(),
    week: marketWeek(),
    weekBefore: marketWeek(),
    /** Highest revenue first, at most `SUMMARIZED_MAX`. */
    funnels: array(
      strictObject({ name: string().max(FUNNEL_NAME_MAX).required(), revenueCents: count() }),
    ).required(),
    /** Where most leads of the week found no buyer, at most `SUMMARIZED_MAX`. */
    unsold: array(strictObject({ state: oneOf(usStates).required(), leads: count() })).required(),
  }),
  consumers: ['notifier'],
});
