import { HandleCommand } from '@desk/bullmq-transport';
import {
  searchLeadIds,
  getLeadStatus,
  getLeadStatistics,
  getLeadNames,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { LeadsService } from './leads.service.js';

/** Reading what became of leads. */
@Controller()
export class LeadsController {
  constructor(private readonly leads: LeadsService) {}

  @HandleCommand(getLeadStatus)
  status({ funnelId, leadId }: RequestOf<typeof getLeadStatus>): Promise<ResponseOf<typeof getLeadStatus>> {
    return this.leads.status(funnelId, leadId);
  }

  @HandleCommand(getLeadNames)
  async name({ leadIds }: RequestOf<typeof getLeadNames>): Promise<ResponseOf<typeof getLeadNames>> {
    return { leads: await this.leads.names(leadIds) };
  }

  @HandleCommand(searchLeadIds)
  async find({ text, limit }: RequestOf<typeof searchLeadIds>): Promise<ResponseOf<typeof searchLeadIds>> {
    return { leadIds: await this.leads.find(text, limit) };
  }

  @HandleCommand(getLeadStatistics)
  figures(): Promise<ResponseOf<typeof getLeadStatistics>> {
    return this.leads.figures();
  }
}
