import { HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  applyTextMessageReport,
  contactChanged,
  leadRefundFailed,
  leadSeen,
  leadSold,
  type PayloadOf,
  sendDelivery,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { ContactChangeService } from './contact-change.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { TextMessageReportService } from './text-message-report.service.js';
import { UndeliverableLeadsService } from './undeliverable-leads.service.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly sending: SendingService,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly contactChanges: ContactChangeService,
    private readonly textMessageReports: TextMessageReportService,
    private readonly undeliverableLeads: UndeliverableLeadsService,
  ) {}

  @HandleEvent(leadSold)
  createForSale(sale: PayloadOf<typeof leadSold>, message: Message): Promise<void> {
    return this.deliveries.createForSale(sale, message);
  }

  @HandleEvent(sendDelivery)
  send({ deliveryId, channel }: PayloadOf<typeof sendDelivery>): Promise<void> {
    return this.sending.attempt(this.dispatcher, deliveryId, channel);
  }

  @HandleEvent(applyTextMessageReport)
  applyReport(report: PayloadOf<typeof applyTextMessageReport>): Promise<void> {
    return this.textMessageReports.apply(report);
  }

  @HandleEvent(leadRefundFailed)
  recordFailedRefund(refund: PayloadOf<typeof leadRefundFailed>, message: Message): Promise<void> {
    return this.undeliverableLeads.recordFailedRefund(refund, message);
  }

  @HandleEvent(leadSeen)
  recordSeen(lead: PayloadOf<typeof leadSeen>, message: Message): Promise<void> {
    return this.undeliverableLeads.recordSeen(lead, message);
  }

  @HandleEvent(contactChanged)
  changeContact(contact: PayloadOf<typeof contactChanged>, message: Message): Promise<void> {
    return this.contactChanges.apply(contact, message);
  }
}
