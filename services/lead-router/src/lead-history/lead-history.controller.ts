import { HandleCommand } from '@desk/bullmq-transport';
import {
  getLead,
  getLeadNames,
  listLeads,
  type RequestOf,
  type ResponseOf,
  searchLeadIds,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { LeadHistoryService } from './lead-history.service.js';

@Controller()
export class LeadHistoryController {
  constructor(private readonly history: LeadHistoryService) {}

  @HandleCommand(listLeads)
  list(request: RequestOf<typeof listLeads>): Promise<ResponseOf<typeof listLeads>> {
    return this.history.list(request);
  }

  @HandleCommand(getLead)
  get({ leadId }: RequestOf<typeof getLead>): Promise<ResponseOf<typeof getLead>> {
    return this.history.get(leadId);
  }

  @HandleCommand(getLeadNames)
  async getNames({ leadIds }: RequestOf<typeof getLeadNames>): Promise<ResponseOf<typeof getLeadNames>> {
    return { leads: await this.history.getNames(leadIds) };
  }

  @HandleCommand(searchLeadIds)
  async searchIds({
    text,
    limit,
  }: RequestOf<typeof searchLeadIds>): Promise<ResponseOf<typeof searchLeadIds>> {
    return { leadIds: await this.history.searchIds(text, limit) };
  }
}
