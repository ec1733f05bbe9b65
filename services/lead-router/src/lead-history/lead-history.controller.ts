import { HandleCommand } from '@desk/bullmq-transport';
import {
  COUNTED_LEADS_MAX,
  DomainError,
  getLead,
  getLeadNames,
  listLeads,
  type RequestOf,
  searchLeadIds,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { LeadSearchRepository } from '../search/lead-search.repository.js';
import { parseNameSearch, parseSearch } from '../search/search-terms.js';
import { LeadDecisionRepository } from '../waiting-leads/lead-decision.repository.js';
import { LeadHistoryRepository, toLeadHistoryEntry } from './lead-history.repository.js';

/** All leads, with every offer made, for admins. */
@Controller()
export class LeadHistoryController {
  constructor(
    private readonly leads: LeadHistoryRepository,
    private readonly decisions: LeadDecisionRepository,
    private readonly leadSearch: LeadSearchRepository,
  ) {}

  @HandleCommand(listLeads)
  async list({ search, order, limit, after, ...filters }: RequestOf<typeof listLeads>) {
    const terms = filters.buyerId === undefined ? parseSearch(search) : [];
    const [ids, total] = await Promise.all([
      this.leadSearch.search({
        ...filters,
        terms,
        order,
        after: after && { at: after.receivedAt, id: after.id },
        limit: limit + 1,
      }),
      terms.length === 0 ? this.leadSearch.count(filters, COUNTED_LEADS_MAX + 1) : null,
    ]);
    const leads = (await this.leads.getByIds(ids.slice(0, limit))).map(toLeadHistoryEntry);
    const last = leads.at(-1);
    return {
      leads,
      total,
      next: ids.length > limit && last ? { receivedAt: last.receivedAt, id: last.id } : null,
    };
  }

  @HandleCommand(getLead)
  async get({ leadId }: RequestOf<typeof getLead>) {
    const [lead] = await this.leads.getByIds([leadId]);
    if (!lead) throw new DomainError('LEAD_NOT_FOUND');
    const [offers, decisions] = await Promise.all([
      this.leads.listOffers(leadId),
      this.decisions.listOfLead(leadId),
    ]);
    return { ...lead, offers, decisions };
  }

  @HandleCommand(getLeadNames)
  async getNames({ leadIds }: RequestOf<typeof getLeadNames>) {
    return { leads: await this.leads.getNames(leadIds) };
  }

  /** Returns the newest leads whose name has words that begin with those of the text. */
  @HandleCommand(searchLeadIds)
  async searchIds({ text, limit }: RequestOf<typeof searchLeadIds>) {
    const terms = parseNameSearch(text);
    if (terms.length === 0) return { leadIds: [] };
    const newest = { status: null, order: 'newest', after: null, limit } as const;
    return { leadIds: await this.leadSearch.search({ terms, ...newest }) };
  }
}
