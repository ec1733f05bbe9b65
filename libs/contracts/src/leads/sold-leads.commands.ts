import { array, boolean, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { count, flag, instant, nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { SEARCH_MAX } from '../search.values.js';
import {
  dispositionSchema,
  eligibilitySchema,
  feedEvents,
  leadFilters,
  leadStatisticsSchema,
  notes,
  setDispositionsBody,
  soldLeadDetailSchema,
  soldLeadSchema,
  updateDispositionBody,
} from './sold-leads.schemas.js';
import { LEADS_PAGE_MAX, leadPeriods, SELECTED_LEADS_MAX } from './sold-leads.values.js';

const filters = {
  ...leadFilters,
  buyerId: uuid(),
  /** Matches name, email and phone. A two-letter state code matches the state. */
  search: string().max(SEARCH_MAX).nullable().defined(),
  days: oneOf(leadPeriods).nullable().defined(),
};

/** Lists a buyer's own leads, newest first. If the buyer reads the list, the leads count as delivered (ADR 7). */
export const listSoldLeads = defineCommand('lead-router', 'leads.list-sold', {
  request: strictObject({
    ...filters,
    page: number().integer().min(1).max(LEADS_PAGE_MAX).required(),
    pageSize: number().integer().min(1).max(100).required(),
    /** Whether an admin reads the list, who sees leads that were given back too. Absent if the buyer does. */
    isByAdmin: boolean().optional(),
  }),
  response: strictObject({
    leads: array(soldLeadSchema).required(),
    /** Number of leads that match the filters. */
    total: count(),
    /** Whether the buyer has ever bought a lead, regardless of filters. */
    any: flag(),
  }),
});

/** Lists a buyer's own leads with notes, for an export. Pages continue `after` the last lead seen. */
export const exportSoldLeads = defineCommand('lead-router', 'leads.export-sold', {
  request: strictObject({
    ...filters,
    /** Only these leads. */
    leadIds: array(uuid()).min(1).max(SELECTED_LEADS_MAX).optional(),
    after: strictObject({ soldAt: instant(), leadId: uuid() }).nullable(),
    limit: number().integer().min(1).max(1_000).required(),
  }),
  response: strictObject({
    leads: array(soldLeadSchema.shape({ notes: notes().defined() }).noUnknown()).required(),
    next: strictObject({ soldAt: instant(), leadId: uuid() }).nullable(),
  }),
});

/** Returns one of the buyer's own leads. Any other lead is not found. */
export const getSoldLead = defineCommand('lead-router', 'leads.get-sold', {
  request: strictObject({ buyerId: uuid(), leadId: uuid() }),
  response: soldLeadDetailSchema,
  errors: ['LEAD_NOT_FOUND'],
});

/**
 * Withholds the contact data of a lead that no channel could deliver, unless its buyer has seen it. Returns whether the
 * data is withheld; only then may the lead be refunded (ADR 7). Safe to repeat.
 */
export const withholdLead = defineCommand('lead-router', 'leads.withhold-sold', {
  senders: ['billing'],
  request: strictObject({ buyerId: uuid(), leadId: uuid(), offerId: uuid() }),
  response: strictObject({ isWithheld: flag() }),
  errors: ['LEAD_NOT_FOUND'],
});

/**
 * Updates what the agent enters for a lead; null clears. Rejected if it changed since `version`. Times are on the
 * agent's clock. A time that daylight saving skips is moved forward.
 */
export const updateDisposition = defineCommand('lead-router', 'leads.update-disposition', {
  request: updateDispositionBody.shape({ buyerId: uuid(), leadId: uuid() }).noUnknown(),
  response: dispositionSchema,
  errors: ['LEAD_NOT_FOUND', 'LEAD_CHANGED', 'LEAD_ALREADY_REFUNDED', 'REMINDER_PASSED'],
});

/** Sets one status for several of a buyer's leads, whatever their versions. Skips leads that were refunded. */
export const setDispositions = defineCommand('lead-router', 'leads.set-dispositions', {
  request: setDispositionsBody.shape({ buyerId: uuid() }).noUnknown(),
  /** How many leads have the status now. */
  response: strictObject({ leads: count() }),
});

export const getEligibility = defineCommand('lead-router', 'buyers.get-eligibility', {
  senders: ['gateway', 'accounts'],
  request: strictObject({ buyerId: uuid() }),
  response: eligibilitySchema
    .shape({
      /** Orders a change of settings by when it was requested: numbers grow from read to read. */
      changeNumber: number().integer().min(1).required(),
    })
    .noUnknown(),
  errors: ['BUYER_NOT_FOUND'],
});

/**
 * Returns what changed for a buyer after sequence number `after`, oldest first; with null only the `head`. If
 * `complete` is false, some events are no longer stored and the reader must reload everything.
 */
export const readFeed = defineCommand('lead-router', 'buyers.read-feed', {
  request: strictObject({
    buyerId: uuid(),
    after: number().integer().min(0).nullable().defined(),
    limit: number().integer().min(1).max(500).required(),
  }),
  response: strictObject({
    events: feedEvents(),
    /** Sequence number of the last event; 0 if there is none. */
    head: count(),
    complete: flag(),
  }),
});

/** Returns the feed heads of these buyers. Buyers without a feed are omitted. */
export const getFeedHeads = defineCommand('lead-router', 'buyers.feed-heads', {
  request: strictObject({ buyerIds: array(uuid()).max(1_000).required() }),
  response: strictObject({
    heads: array(strictObject({ buyerId: uuid(), head: count() })).required(),
  }),
});

/** Time from posted to delivered over the newest delivered leads of the last 7 days, at most 1,000. */
export const getLeadStatistics = defineCommand('lead-router', 'leads.get-statistics', {
  request: nothing(),
  response: leadStatisticsSchema,
});
