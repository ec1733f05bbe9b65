import { DomainError, type getLeadStatus, type ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, ILike, In } from 'typeorm';
import { Lead } from '../database/entities/lead.entity.js';

@Injectable()
export class LeadsService {
  constructor(private readonly dataSource: DataSource) {}

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
    const leads = await this.repository.find({
      where: { fullName: ILike(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`) },
      select: { id: true },
      order: { createdAt: 'DESC' },
      take: limit,
    });
    return leads.map(({ id }) => id);
  }

  private get repository() {
    return this.dataSource.getRepository(Lead);
  }
}
