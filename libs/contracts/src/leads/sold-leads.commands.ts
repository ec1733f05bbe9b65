import { array, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { flag, instant, strictObject, uuid } from '../primitives.js';
import {
  feedEvents,
  disposition,
  dispositionSchema,
  notes,
  soldLeadDetailSchema,
  soldLeadSchema,
  eligibilitySchema,
} from './sold-leads.schemas.js';
import { LEADS_PAGE_MAX, leadPeriods } from './sold-leads.values.js';
import { SEARCH_MAX } from '../search.values.js';

const filters = {
  buyerId: uuid(),
  /** Looked for in name, e-mail and phone; two letters of a state are the state. */
  search: string().max(SEARCH_MAX).nullable().defined(),
  days: string()
    .oneOf([...leadPeriods])
    .nullable()
    .defined(),
};

/** A buyer's own leads, newest first. */
export const listSoldLeads = defineCommand({
  service: 'lead-router',
  name: 'leads.list-sold',
  request: strictObject({
    ...filters,
    page: number().integer().min(1).max(LEADS_PAGE_MAX).required(),
    pageSize: number().integer().min(1).max(100).required(),
  }),
  response: strictObject({
    leads: array(soldLeadSchema).required(),
    /** All that fit the filters. */
    total: number().integer().min(0).required(),
    /** Whether the buyer has ever bought one, whatever the filters. */
    any: flag(),
  }),
});

/** The same, with notes, for an export: pages that go on `after` the last one seen. */
export const exportSoldLeads = defineCommand({
  service: 'lead-router',
  name: 'leads.export-sold',
  request: strictObject({
    ...filters,
    after: strictObject({ soldAt: instant(), leadId: uuid() }).nullable().defined(),
    limit: number().integer().min(1).max(1_000).required(),
  }),
  response: strictObject({
    leads: array(soldLeadSchema.shape({ notes: notes().defined() }).noUnknown()).required(),
    next: strictObject({ soldAt: instant(), leadId: uuid() }).nullable().defined(),
  }),
});

/** One lead of a buyer's own; anybody else's is not found. */
export const getSoldLead = defineCommand({
  service: 'lead-router',
  name: 'leads.get-sold',
  request: strictObject({ buyerId: uuid(), leadId: uuid() }),
  response: soldLeadDetailSchema,
  errors: ['LEAD_NOT_FOUND'],
});

/** Changes what the agent keeps about a lead. Refused when it was changed since `version`. */
export const updateDisposition = defineCommand({
  service: 'lead-router',
  name: 'leads.update-disposition',
  request: strictObject({
    buyerId: uuid(),
    leadId: uuid(),
    version: number().integer().min(1).required(),
    disposition: disposition().optional(),
    notes: notes().optional(),
  }),
  response: dispositionSchema,
  errors: ['LEAD_NOT_FOUND', 'LEAD_CHANGED'],
});

export const getEligibility = defineCommand({
  service: 'lead-router',
  name: 'buyers.get-eligibility',
  request: strictObject({ buyerId: uuid() }),
  response: eligibilitySchema,
  errors: ['BUYER_NOT_FOUND'],
});

/**
 * What changed for a buyer after `after`, oldest first; with null nothing but where the feed stands. `complete` is
 * false when some of it is no longer kept: whoever reads must then look at everything afresh.
 */
export const readFeed = defineCommand({
  service: 'lead-router',
  name: 'buyers.read-feed',
  request: strictObject({
    buyerId: uuid(),
    after: number().integer().min(0).nullable().defined(),
    limit: number().integer().min(1).max(500).required(),
  }),
  response: strictObject({
    events: feedEvents(),
    /** The last one there is; 0 when there is none. */
    head: number().integer().min(0).required(),
    complete: flag(),
  }),
});

/** Where the feeds of these buyers stand; those without one are left out. */
export const getFeedHeads = defineCommand({
  service: 'lead-router',
  name: 'buyers.feed-heads',
  request: strictObject({ buyerIds: array(uuid()).max(1_000).required() }),
  response: strictObject({
    heads: array(strictObject({ buyerId: uuid(), head: number().integer().min(0).required() })).required(),
  }),
});

/** From posted to delivered, over the newest delivered leads of the last 7 days, 1,000 at most. */
export const getLeadStatistics = defineCommand({
  service: 'lead-router',
  name: 'leads.get-statistics',
  request: strictObject({}),
  response: strictObject({
    leads: number().integer().min(0).required(),
    /** Null while there is no such lead. */
    medianMs: number().min(0).nullable().defined(),
    p95Ms: number().min(0).nullable().defined(),
  }),
});
