import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  exportSoldLeads,
  getSoldLead,
  leadDeferred,
  leadDelivered,
  leadRefunded,
  leadRefundFailed,
  listSoldLeads,
  type PayloadOf,
  type RequestOf,
  updateDisposition,
  withholdLead,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { DeliveriesService } from './deliveries.service.js';
import { DispositionService } from './disposition.service.js';
import { SeenLeadsService } from './seen-leads.service.js';
import { RefundsService } from './refunds.service.js';
import { SoldLeadsService } from './sold-leads.service.js';

@Controller()
export class SoldLeadsController {
  constructor(
    private readonly soldLeads: SoldLeadsService,
    private readonly dispositions: DispositionService,
    private readonly deliveries: DeliveriesService,
    private readonly refunds: RefundsService,
    private readonly seenLeads: SeenLeadsService,
  ) {}

  @HandleEvent(leadDelivered)
  recordDelivered(delivery: PayloadOf<typeof leadDelivered>, message: Message): Promise<void> {
    return this.deliveries.recordDelivered(delivery, message);
  }

  @HandleEvent(leadDeferred)
  recordDeferred(delivery: PayloadOf<typeof leadDeferred>, message: Message): Promise<void> {
    return this.deliveries.recordDeferred(delivery, message);
  }

  @HandleEvent(leadRefunded)
  recordRefunded(refund: PayloadOf<typeof leadRefunded>, message: Message): Promise<void> {
    return this.refunds.recordRefunded(refund, message);
  }

  @HandleEvent(leadRefundFailed)
  recordRefundFailed(refund: PayloadOf<typeof leadRefundFailed>, message: Message): Promise<void> {
    return this.refunds.recordRefundFailed(refund, message);
  }

  @HandleCommand(listSoldLeads)
  list(request: RequestOf<typeof listSoldLeads>) {
    return this.soldLeads.list(request);
  }

  @HandleCommand(exportSoldLeads)
  export(request: RequestOf<typeof exportSoldLeads>) {
    return this.soldLeads.export(request);
  }

  @HandleCommand(getSoldLead)
  get({ buyerId, leadId }: RequestOf<typeof getSoldLead>) {
    return this.soldLeads.get(buyerId, leadId);
  }

  @HandleCommand(withholdLead)
  async withhold(lead: RequestOf<typeof withholdLead>) {
    return { isWithheld: await this.seenLeads.withhold(lead) };
  }

  @HandleCommand(updateDisposition)
  updateDisposition(update: RequestOf<typeof updateDisposition>) {
    return this.dispositions.update(update);
  }
}
