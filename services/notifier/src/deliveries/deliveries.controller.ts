import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  applyTextMessageReport,
  type ChannelKind,
  contactChanged,
  leadSold,
  listDeliveriesOfLead,
  listFailedDeliveries,
  type PayloadOf,
  type RequestOf,
  resendDelivery,
  type ResponseOf,
  sendDelivery,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { ContactChangeService } from './contact-change.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { DeliveryLogService } from './delivery-log.service.js';
import { ResendService } from './resend.service.js';
import { TextMessageReportService } from './text-message-report.service.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly sending: SendingService,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly contactChanges: ContactChangeService,
    private readonly log: DeliveryLogService,
    private readonly resends: ResendService,
    private readonly textMessageReports: TextMessageReportService,
  ) {}

  @HandleEvent(leadSold)
  createForSale(sale: PayloadOf<typeof leadSold>, message: Message): Promise<void> {
    return this.deliveries.createForSale(sale, message);
  }

  @HandleEvent(sendDelivery)
  send({ deliveryId, channel = 'email' }: PayloadOf<typeof sendDelivery>): Promise<void> {
    return this.sending.attempt(this.dispatcher, deliveryId, channel as ChannelKind);
  }

  @HandleEvent(applyTextMessageReport)
  applyReport(report: PayloadOf<typeof applyTextMessageReport>): Promise<void> {
    return this.textMessageReports.apply(report);
  }

  @HandleEvent(contactChanged)
  changeContact(contact: PayloadOf<typeof contactChanged>, message: Message): Promise<void> {
    return this.contactChanges.apply(contact, message);
  }

  @HandleCommand(listDeliveriesOfLead)
  async listByLead({
    leadId,
    buyerId,
  }: RequestOf<typeof listDeliveriesOfLead>): Promise<ResponseOf<typeof listDeliveriesOfLead>> {
    return { deliveries: await this.log.listByLead(leadId, buyerId) };
  }

  @HandleCommand(listFailedDeliveries)
  listFailed(
    request: RequestOf<typeof listFailedDeliveries>,
  ): Promise<ResponseOf<typeof listFailedDeliveries>> {
    return this.log.listFailed(request);
  }

  @HandleCommand(resendDelivery)
  resend(request: RequestOf<typeof resendDelivery>): Promise<ResponseOf<typeof resendDelivery>> {
    return this.resends.resend(request);
  }
}
