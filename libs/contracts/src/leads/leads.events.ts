import { array, boolean, number, string } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { adminReason } from '../accounts/user-administration.schemas.js';
import { defineEvent } from '../define-message.js';
import {
  calendarDay,
  cents,
  count,
  flag,
  instant,
  oneOf,
  strictObject,
  timeZone,
  uuid,
} from '../primitives.js';
import { dailyLeadLimit } from './daily-limit.schemas.js';
import { storedLeadFieldSchemas } from './lead-fields.schemas.js';
import { leadSchema } from './leads.schemas.js';
import { leadTypes, usStates } from './leads.values.js';
import { UNDELIVERED_LEADS_MAX } from './sold-leads.values.js';

/** Task: find a buyer for this lead. Does nothing if the lead is no longer available. */
export const routeLead = defineEvent('lead-router', 'leads.route-lead', {
  payload: strictObject({ leadId: uuid() }),
  consumers: ['lead-router'],
});

/** Task: a buyer became eligible; offer the waiting leads again, oldest first. */
export const offerWaitingLeads = defineEvent('lead-router', 'leads.offer-waiting', {
  payload: strictObject({ buyerId: uuid() }),
  consumers: ['lead-router'],
});

/** A lead was sold: its charge succeeded, and no other buyer gets it. Contains everything that a delivery needs. */
export const leadSold = defineEvent('lead-router', 'leads.lead-sold', {
  payload: strictObject({
    leadId: uuid(),
    offerId: uuid(),
    buyerId: uuid(),
    amountCents: cents(),
    receivedAt: instant(),
    soldAt: instant(),
    funnelName: string().max(100).required(),
    lead: leadSchema.shape(storedLeadFieldSchemas).noUnknown(),
  }),
  consumers: ['notifier'],
});

/** Every slot of a buyer's day is sold. Published at most once per buyer and day. */
export const dailyLimitReached = defineEvent('lead-router', 'leads.daily-limit-reached', {
  payload: strictObject({
    buyerId: uuid(),
    /** The buyer's calendar day, as YYYY-MM-DD. */
    day: calendarDay(),
    dailyLeadLimit: dailyLeadLimit(),
    /** When the buyer's next day begins. */
    resumesAt: instant(),
    timeZone: timeZone(),
    at: instant(),
  }),
  consumers: ['notifier'],
});

/** Many more posts of a live funnel are refused than usual. Published at most once per funnel and UTC day. */
export const funnelRefusalsRose = defineEvent('lead-router', 'leads.funnel-refusals-rose', {
  payload: strictObject({
    funnelId: uuid(),
    funnelName: string().max(100).required(),
    day: calendarDay(),
    /** Posts refused so far on the day, without duplicates. */
    refused: count(),
    /** The average of the seven days before. */
    usualPerDay: number().min(0).required(),
    at: instant(),
  }),
  consumers: ['notifier'],
});

/** A time at which a buyer wanted to be reminded to call has come. Published once for each time set. */
export const reminderDue = defineEvent('lead-router', 'leads.reminder-due', {
  payload: strictObject({
    leadId: uuid(),
    buyerId: uuid(),
    remindAt: instant(),
    leadType: oneOf(leadTypes).required(),
    state: oneOf(usStates).required(),
  }),
  consumers: ['notifier'],
});

/** No channel could deliver a lead, but its buyer has seen it: it is not refunded, and can be sent again. */
export const leadSeen = defineEvent('lead-router', 'leads.lead-seen', {
  payload: strictObject({ leadId: uuid(), offerId: uuid(), buyerId: uuid(), seenAt: instant() }),
  consumers: ['notifier'],
});

/** A buyer's service or daily limit changed. `version` counts a buyer's changes; a lower one than known is stale. */
export const buyerSettingsChanged = defineEvent('lead-router', 'leads.buyer-settings-changed', {
  payload: strictObject({
    buyerId: uuid(),
    version: number().integer().min(1).required(),
    /** The setting that was requested; its value may be the same as before. */
    setting: oneOf(['serviceEnabled', 'dailyLeadLimit']).required(),
    serviceEnabled: flag(),
    dailyLeadLimit: dailyLeadLimit(),
    previous: strictObject({ serviceEnabled: flag(), dailyLeadLimit: dailyLeadLimit() }),
    /** Null for a delivery pause, and for a change that accounts records in the audit log itself. */
    caller: callerSchema.nullable().defined(),
    /** The admin who made the change for the buyer, and why. Both are absent if the buyer made it. */
    actorId: uuid().optional(),
    reason: adminReason().optional(),
    /** Whether we paused the service because a lead could not be delivered (ADR 7). Absent if not. */
    isDeliveryPause: boolean().optional(),
    /** Whether only an admin can end that pause, because there were too many. Absent if not. */
    resumptionNeedsAdmin: boolean().optional(),
    at: instant(),
  }),
  consumers: ['accounts', 'notifier'],
});

/**
 * An erased buyer gets no more leads: every charge has its outcome, so personal data and cards can be removed once the
 * leads that were paid for are delivered.
 */
export const buyerClosed = defineEvent('lead-router', 'leads.buyer-closed', {
  payload: strictObject({
    buyerId: uuid(),
    /** Sold to the buyer, not refunded, and not known to be delivered. */
    undeliveredLeadIds: array().of(uuid()).max(UNDELIVERED_LEADS_MAX).required(),
    at: instant(),
  }),
  consumers: ['billing', 'notifier'],
});
