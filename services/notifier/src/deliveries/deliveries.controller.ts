import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  listDeliveriesOfLead,
  leadSold,
  listFailedDeliveries,
  type PayloadOf,
  type RequestOf,
  resendDelivery,
  type ResponseOf,
  sendDelivery,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryDispatcher } from './delivery.line.js';
import { DeliveryLogService } from './delivery-log.service.js';
import { ResendService } from './resend.service.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly sending: SendingService,
    private readonly line: DeliveryDispatcher,
    private readonly log: DeliveryLogService,
    private readonly resends: ResendService,
  ) {}

  @HandleEvent(leadSold)
  queue(sale: PayloadOf<typeof leadSold>, message: Message): Promise<void> {
    return this.deliveries.queue(sale, message);
  }

  @HandleEvent(sendDelivery)
  send({ deliveryId }: PayloadOf<typeof sendDelivery>): Promise<void> {
    return this.sending.attempt(this.line, deliveryId);
  }

  @HandleCommand(listDeliveriesOfLead)
  async ofLead({
    leadId,
    buyerId,
  }: RequestOf<typeof listDeliveriesOfLead>): Promise<ResponseOf<typeof listDeliveriesOfLead>> {
    return { deliveries: await this.log.ofLead(leadId, buyerId) };
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
