import { HandleCommand } from '@desk/bullmq-transport';
import { getLead, listLeads, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { LedgerService } from './ledger.service.js';

@Controller()
export class LedgerController {
  constructor(private readonly ledger: LedgerService) {}

  @HandleCommand(listLeads)
  list(request: RequestOf<typeof listLeads>): Promise<ResponseOf<typeof listLeads>> {
    return this.ledger.list(request);
  }

  @HandleCommand(getLead)
  get({ leadId }: RequestOf<typeof getLead>): Promise<ResponseOf<typeof getLead>> {
    return this.ledger.get(leadId);
  }
}
