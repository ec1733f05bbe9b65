import { DomainError, type getLead, type listLeads, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { LeadSearchRepository } from '../search/lead-search.repository.js';
import { parseNameSearch, parseSearch } from '../search/search-terms.js';
import { LeadDecisionRepository } from '../waiting-leads/lead-decision.repository.js';
import { LeadHistoryRepository, toLeadHistoryEntry } from './lead-history.repository.js';

/** All leads, with every offer made, for admins. */
@Injectable()
export class LeadHistoryService {
  constructor(
    private readonly leads: LeadHistoryRepository,
    private readonly decisions: LeadDecisionRepository,
    private readonly leadSearch: LeadSearchRepository,
  ) {}

  async list({
    search,
    buyerId,
    limit,
    after,
    ...filters
  }: RequestOf<typeof listLeads>): Promise<ResponseOf<typeof listLeads>> {
    const ids =
      buyerId === undefined
        ? await this.leadSearch.search({
            ...filters,
            terms: parseSearch(search),
            after: after && { at: after.receivedAt, id: after.id },
            limit: limit + 1,
          })
        : await this.leads.listOfBuyer(buyerId, { ...filters, after, limit: limit + 1 });
    const leads = (await this.leads.getByIds(ids.slice(0, limit))).map(toLeadHistoryEntry);
    const last = leads.at(-1);
    return { leads, next: ids.length > limit && last ? { receivedAt: last.receivedAt, id: last.id } : null };
  }

  async get(leadId: string): Promise<ResponseOf<typeof getLead>> {
    const [lead] = await this.leads.getByIds([leadId]);
    if (!lead) throw new DomainError('LEAD_NOT_FOUND');
    const [offers, decisions] = await Promise.all([
      this.leads.listOffers(leadId),
      this.decisions.listOfLead(leadId),
    ]);
    return { ...lead, offers, decisions };
  }

  getNames(leadIds: readonly string[]): Promise<{ leadId: string; fullName: string }[]> {
    return this.leads.getNames(leadIds);
  }

  /** Returns the newest leads whose name has words that begin with those of the text. */
  async searchIds(text: string, limit: number): Promise<string[]> {
    const terms = parseNameSearch(text);
    if (terms.length === 0) return [];
    return this.leadSearch.search({
      terms,
      status: null,
      order: 'newest',
      after: null,
      limit,
    });
  }
}
