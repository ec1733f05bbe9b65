import { array, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { calendarDay, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { CAMPAIGN_MAX, CAMPAIGN_SOURCE_MAX } from './campaign-names.js';
import { leadDetailSchema, leadHistoryEntrySchema, leadTotal } from './lead-history.schemas.js';
import { leadStatusFilters } from './lead-history.values.js';
import { leadTypes, usStates } from './leads.values.js';
import { SEARCH_MAX } from '../search.values.js';

const cursor = () => strictObject({ receivedAt: instant(), id: uuid() });

/** Lists all leads, for admins. The next page starts after the last lead seen, in the same order. */
export const listLeads = defineCommand('lead-router', 'leads.list', {
  request: strictObject({
    status: oneOf(leadStatusFilters).nullable().defined(),
    /** Days of the reporting time zone on which leads were accepted, both included. */
    from: calendarDay().optional(),
    to: calendarDay().optional(),
    funnelId: uuid().optional(),
    /** Both empty: leads without a campaign. */
    campaign: strictObject({
      source: string().max(CAMPAIGN_SOURCE_MAX).defined(),
      name: string().max(CAMPAIGN_MAX).defined(),
    })
      .default(undefined)
      .optional(),
    state: oneOf(usStates).optional(),
    leadType: oneOf(leadTypes).optional(),
    /** Matches name, email and phone. A two-letter state code matches the state. */
    search: string().max(SEARCH_MAX).nullable().defined(),
    /** Only leads that this buyer bought or is being charged for, instead of a search. */
    buyerId: uuid().optional(),
    order: oneOf(['newest', 'oldest']).required(),
    after: cursor().nullable().defined(),
    limit: number().integer().min(1).max(200).required(),
  }),
  response: strictObject({
    leads: array(leadHistoryEntrySchema).required(),
    total: leadTotal(),
    next: cursor().nullable().defined(),
  }),
});

/** Returns one lead with all its offers, oldest first. */
export const getLead = defineCommand('lead-router', 'leads.get', {
  request: strictObject({ leadId: uuid() }),
  response: leadDetailSchema,
  errors: ['LEAD_NOT_FOUND'],
});
