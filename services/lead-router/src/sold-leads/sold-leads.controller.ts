import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  exportSoldLeads,
  updateDisposition,
  getSoldLead,
  leadDelivered,
  listSoldLeads,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { DeliveriesService } from './deliveries.service.js';
import { DispositionService } from './follow-up.service.js';
import { SoldLeadsService } from './sold-leads.service.js';

/** What a buyer sees and keeps of the leads they bought. */
@Controller()
export class SoldLeadsController {
  constructor(
    private readonly soldLeads: SoldLeadsService,
    private readonly dispositions: DispositionService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @HandleEvent(leadDelivered)
  delivered(delivery: PayloadOf<typeof leadDelivered>, message: Message): Promise<void> {
    return this.deliveries.delivered(delivery, message);
  }

  @HandleCommand(listSoldLeads)
  list(request: RequestOf<typeof listSoldLeads>): Promise<ResponseOf<typeof listSoldLeads>> {
    return this.soldLeads.list(request);
  }

  @HandleCommand(exportSoldLeads)
  export(request: RequestOf<typeof exportSoldLeads>): Promise<ResponseOf<typeof exportSoldLeads>> {
    return this.soldLeads.export(request);
  }

  @HandleCommand(getSoldLead)
  get({ buyerId, leadId }: RequestOf<typeof getSoldLead>): Promise<ResponseOf<typeof getSoldLead>> {
    return this.soldLeads.get(buyerId, leadId);
  }

  @HandleCommand(updateDisposition)
  disposition(change: RequestOf<typeof updateDisposition>): Promise<ResponseOf<typeof updateDisposition>> {
    return this.dispositions.change(change);
  }
}
