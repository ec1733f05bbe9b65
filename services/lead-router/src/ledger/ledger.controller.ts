import { HandleCommand } from '@desk/bullmq-transport';
import { getLead, listLeads, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { LeadHistoryService } from './ledger.service.js';

@Controller()
export class LeadHistoryController {
  constructor(private readonly ledger: LeadHistoryService) {}

  @HandleCommand(listLeads)
  list(request: RequestOf<typeof listLeads>): Promise<ResponseOf<typeof listLeads>> {
    return this.ledger.list(request);
  }

  @HandleCommand(getLead)
  get({ leadId }: RequestOf<typeof getLead>): Promise<ResponseOf<typeof getLead>> {
    return this.ledger.get(leadId);
  }
}
