import { HandleCommand } from '@desk/bullmq-transport';
import {
  findLeads,
  getLeadStatus,
  leadFigures,
  nameLeads,
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

  @HandleCommand(nameLeads)
  async name({ leadIds }: RequestOf<typeof nameLeads>): Promise<ResponseOf<typeof nameLeads>> {
    return { leads: await this.leads.names(leadIds) };
  }

  @HandleCommand(findLeads)
  async find({ text, limit }: RequestOf<typeof findLeads>): Promise<ResponseOf<typeof findLeads>> {
    return { leadIds: await this.leads.find(text, limit) };
  }

  @HandleCommand(leadFigures)
  figures(): Promise<ResponseOf<typeof leadFigures>> {
    return this.leads.figures();
  }
}
