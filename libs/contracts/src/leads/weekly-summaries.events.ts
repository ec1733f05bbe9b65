import { array, number, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { calendarDay, count, oneOf, strictObject, uuid } from '../primitives.js';
import { FUNNEL_NAME_MAX } from './funnels.values.js';
import { usStates } from './leads.values.js';

/** How many funnels and states a summary names. */
export const SUMMARIZED_MAX = 3;

/** What a buyer's leads of a week come to, by the days of their sales. */
const agentWeek = () =>
  strictObject({
    /** With those that were refunded. */
    leads: count(),
    refunded: count(),
    /** Without what was refunded. */
    spentCents: count(),
    won: count(),
    commissionCents: count(),
    /** Median from the sale to the first contact, of the leads contacted in the week. Null without any. */
    contactMs: number().min(0).nullable().defined(),
  });

/** A week ended for a buyer who bought leads in it, or in the week before. At most one a week and buyer. */
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

/** What became of the posts of a week, and of the leads accepted in it. */
const marketWeek = () =>
  strictObject({
    accepted: count(),
    /** With those that were refunded. */
    sold: count(),
    expired: count(),
    refunded: count(),
    /** Paid for leads, without what was refunded. */
    revenueCents: count(),
    /** Without duplicates. */
    refused: count(),
    /** Sold leads that a channel accepted, and those of them within a second of the post. */
    delivered: count(),
    deliveredInTime: count(),
  });

/** A week ended in which something was posted, or in the week before. At most one a week. */
export const marketWeekEnded = defineEvent('lead-router', 'leads.market-week-ended', {
  payload: strictObject({
    /** The first day of the week, in the reporting time zone. */
    monday: calendarDay(),
    week: marketWeek(),
    weekBefore: marketWeek(),
    /** The most revenue first, at most `SUMMARIZED_MAX`. */
    funnels: array(
      strictObject({ name: string().max(FUNNEL_NAME_MAX).required(), revenueCents: count() }),
    ).required(),
    /** Where most leads of the week found no buyer, at most `SUMMARIZED_MAX`. */
    unsold: array(strictObject({ state: oneOf(usStates).required(), leads: count() })).required(),
  }),
  consumers: ['notifier'],
});
