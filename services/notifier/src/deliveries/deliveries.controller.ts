import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { leadSold, type PayloadOf, sendDelivery } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryLine } from './delivery.line.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly sending: SendingService,
    private readonly line: DeliveryLine,
  ) {}

  @HandleEvent(leadSold)
  queue(sale: PayloadOf<typeof leadSold>, message: Message): Promise<void> {
    return this.deliveries.queue(sale, message);
  }

  @HandleEvent(sendDelivery)
  send({ deliveryId }: PayloadOf<typeof sendDelivery>): Promise<void> {
    return this.sending.attempt(this.line, deliveryId);
  }
}
