import { HandleCommand } from '@desk/bullmq-transport';
import {
  listMatchingBuyers,
  type RequestOf,
  rerouteLead,
  type ResponseOf,
  withdrawLead,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { WaitingLeadsService } from './waiting-leads.service.js';

@Controller()
export class WaitingLeadsController {
  constructor(private readonly waitingLeads: WaitingLeadsService) {}

  @HandleCommand(withdrawLead)
  async withdraw(request: RequestOf<typeof withdrawLead>): Promise<ResponseOf<typeof withdrawLead>> {
    await this.waitingLeads.withdraw(request);
    return {};
  }

  @HandleCommand(rerouteLead)
  async reroute(request: RequestOf<typeof rerouteLead>): Promise<ResponseOf<typeof rerouteLead>> {
    await this.waitingLeads.reroute(request);
    return {};
  }

  @HandleCommand(listMatchingBuyers)
  listMatching(
    request: RequestOf<typeof listMatchingBuyers>,
  ): Promise<ResponseOf<typeof listMatchingBuyers>> {
    return this.waitingLeads.listMatching(request);
  }
}
