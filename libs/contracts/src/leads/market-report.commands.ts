import { array, type InferType, number } from 'yup';
import { userName } from '../admin/admin.fields.js';
import { boundedText } from '../bounded-text.js';
import { defineCommand } from '../define-message.js';
import { calendarDay, count, oneOf, strictObject, timeZone, uuid } from '../primitives.js';
import { CAMPAIGN_MAX, CAMPAIGN_SOURCE_MAX } from './campaign-names.js';
import { FUNNEL_NAME_MAX, funnelModes } from './funnels.values.js';
import { leadTypes, usStates } from './leads.values.js';
import { LEADS_PAGE_MAX } from './sold-leads.values.js';

/** Outcomes of the leads accepted in a period. */
const leadCounts = {
  accepted: count(),
  /** Including leads that were refunded later. */
  sold: count(),
  expired: count(),
  refunded: count(),
  /** Paid for leads, excluding refunds. */
  revenueCents: count(),
};
/** Sold leads by the status their agents gave them; the rest are new. */
const statusCounts = { contacted: count(), appointment: count(), won: count(), lost: count() };
/** Posts that were not accepted. */
const refusedCounts = {
  duplicates: count(),
  /** For any other reason. */
  refused: count(),
};

/** Days are in the reporting time zone. A lead counts on the day it was accepted. All-zero rows are omitted. */
export const marketReportSchema = strictObject({
  timeZone: timeZone(),
  /** First and last day of the report. */
  from: calendarDay(),
  to: calendarDay(),
  /** The current day, whose counts still grow. */
  today: calendarDay(),
  days: array(
    strictObject({
      day: calendarDay(),
      ...leadCounts,
      ...refusedCounts,
      /** Sold leads that a channel accepted. */
      delivered: count(),
      /** Of these, accepted within a second of the post. */
      deliveredInTime: count(),
      /** Delivered leads by the time since the post, shortest first. */
      delays: array(
        strictObject({
          /** Null: longer than a day. */
          upToMs: count().nullable().defined(),
          leads: count(),
        }),
      ).required(),
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
      ...statusCounts,
    }),
  ).required(),
  /** Most accepted leads first, at most `CAMPAIGNS_MAX`. */
  campaigns: array(
    strictObject({
      /** Both empty: leads that were posted without a campaign. */
      source: boundedText({ kind: 'line', max: CAMPAIGN_SOURCE_MAX }).defined(),
      campaign: boundedText({ kind: 'line', max: CAMPAIGN_MAX }).defined(),
      ...leadCounts,
      ...statusCounts,
    }),
  ).required(),
  /** Where leads were accepted, and where agents buy. */
  places: array(
    strictObject({
      state: oneOf(usStates).required(),
      leadType: oneOf(leadTypes).required(),
      ...leadCounts,
      /** Agents who would buy such a lead now, and how many they may still buy today. */
      agents: count(),
      openSlots: count(),
    }),
  ).required(),
});
export type MarketReport = InferType<typeof marketReportSchema>;

/** What an agent bought in a period, by the days of the agent's own time zone. */
const agentCounts = {
  bought: count(),
  refunded: count(),
  won: count(),
  /** Excluding refunds. */
  spentCents: count(),
  /** Charges that the agent's bank declined. */
  declined: count(),
  /** Leads that the current daily limit would have allowed in the period, excluding days before sign-up. */
  allowed: count(),
};
export const agentsReportSchema = strictObject({
  agents: array(strictObject({ buyerId: uuid(), buyer: userName(), ...agentCounts })).required(),
});

/** `openSlots`: how many more leads this buyer, or all buyers together, may buy today. */
const eligibleBuyer = { dailyLeadLimit: count(), openSlots: count() };
const allEligibleBuyers = { total: count(), openSlots: count() };

export const eligibleBuyersAnswer = strictObject({
  buyers: array(strictObject({ id: uuid(), buyer: userName(), ...eligibleBuyer })).required(),
  ...allEligibleBuyers,
});

/** First and last day. */
const period = strictObject({ from: calendarDay(), to: calendarDay() });

/** Counts the outcomes of posts and leads, by day, funnel, campaign, state and type. */
export const getMarketReport = defineCommand('lead-router', 'leads.get-market-report', {
  request: period,
  response: marketReportSchema,
});

/** Counts what each agent bought. Those who bought most come first, at most `REPORTED_AGENTS_MAX`. */
export const countAgentsLeads = defineCommand('lead-router', 'leads.count-agents-leads', {
  request: period,
  response: strictObject({
    agents: array(strictObject({ buyerId: uuid(), ...agentCounts })).required(),
  }),
});

/** Lists the buyers who would buy a lead of this state and type now, those with the most open slots first. */
export const listEligibleBuyers = defineCommand('lead-router', 'leads.list-eligible-buyers', {
  request: strictObject({
    state: oneOf(usStates).required(),
    leadType: oneOf(leadTypes).required(),
    page: number().integer().min(1).max(LEADS_PAGE_MAX).required(),
    pageSize: number().integer().min(1).max(100).required(),
  }),
  response: strictObject({
    buyers: array(strictObject({ buyerId: uuid(), ...eligibleBuyer })).required(),
    ...allEligibleBuyers,
  }),
});
