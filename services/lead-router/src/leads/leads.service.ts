import { DomainError, type getLeadStatus, type getLeadStatistics, type ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { Lead } from '../database/entities/lead.entity.js';
import { LeadFinder } from '../search/lead-finder.js';
import { nameTerm } from '../search/search-terms.js';
import { FIGURES } from './figures.sql.js';

type LeadStatistics = ResponseOf<typeof getLeadStatistics>;

@Injectable()
export class LeadsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly finder: LeadFinder,
  ) {}

  /** For the funnel that sent it and no other: anybody else hears LEAD_NOT_FOUND. */
  async status(funnelId: string, leadId: string): Promise<ResponseOf<typeof getLeadStatus>> {
    const lead = await this.repository.findOneBy({ id: leadId, funnelId });
    if (!lead) throw new DomainError('LEAD_NOT_FOUND');
    return {
      leadId,
      status: lead.status,
      receivedAt: lead.createdAt.toISOString(),
      soldAt: lead.soldAt?.toISOString() ?? null,
    };
  }

  async names(leadIds: readonly string[]): Promise<{ leadId: string; fullName: string }[]> {
    const leads = await this.repository.find({
      where: { id: In([...leadIds]) },
      select: { id: true, fullName: true },
    });
    return leads.map(({ id, fullName }) => ({ leadId: id, fullName }));
  }

  /** The newest whose name contains the text, whatever its case. */
  async find(text: string, limit: number): Promise<string[]> {
    const term = nameTerm(text);
    if (!term) return [];
    return this.finder.find({ in: 'name', terms: [term], status: null, order: 'newest', after: null, limit });
  }

  async figures(): Promise<LeadStatistics> {
    const [figures]: LeadStatistics[] = await this.dataSource.query(FIGURES);
    return figures ?? { leads: 0, medianMs: null, p95Ms: null };
  }

  private get repository() {
    return this.dataSource.getRepository(Lead);
  }
}
