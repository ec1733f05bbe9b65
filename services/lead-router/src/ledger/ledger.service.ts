import {
  DomainError,
  type getLead,
  type LeadHistoryEntry,
  type Offer,
  type listLeads,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeadFinder } from '../search/lead-finder.js';
import { searchTerms } from '../search/search-terms.js';
import {
  type LeadRow,
  LEADS,
  OFFERS,
  type OfferRow,
  toDetail,
  toLedgerLead,
  toOffer,
} from './ledger.rows.js';

/** Every lead, and all that was done to sell it, for the market's own people. */
@Injectable()
export class LeadHistoryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly finder: LeadFinder,
  ) {}

  async list(request: RequestOf<typeof listLeads>): Promise<ResponseOf<typeof listLeads>> {
    const { search, limit, ...page } = request;
    const ids = await this.finder.find({
      ...page,
      in: 'text',
      terms: searchTerms(search),
      limit: limit + 1,
    });
    const leads = (await this.read(ids.slice(0, limit))).map(toLedgerLead);
    return { leads, next: ids.length > limit ? cursorOf(leads.at(-1)) : null };
  }

  async get(leadId: string): Promise<ResponseOf<typeof getLead>> {
    const [row] = await this.read([leadId]);
    if (!row) throw new DomainError('LEAD_NOT_FOUND');
    return toDetail(row, await this.offersOf(leadId));
  }

  private read(leadIds: readonly string[]): Promise<LeadRow[]> {
    return this.dataSource.query<LeadRow[]>(LEADS, [leadIds]);
  }

  private async offersOf(leadId: string): Promise<Offer[]> {
    const rows: OfferRow[] = await this.dataSource.query(OFFERS, [leadId]);
    return rows.map(toOffer);
  }
}

const cursorOf = (lead: LeadHistoryEntry | undefined) =>
  lead ? { receivedAt: lead.receivedAt, id: lead.id } : null;
