import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { leadSold, type PayloadOf, sendDelivery } from '@desk/contracts';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';

@Controller()
export class DeliveriesController implements OnApplicationBootstrap {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly sending: SendingService,
    private readonly dispatcher: DeliveryDispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.sending.startSweeping(this.dispatcher);
  }

  @HandleEvent(leadSold)
  createForSale(sale: PayloadOf<typeof leadSold>, message: Message): Promise<void> {
    return this.deliveries.createForSale(sale, message);
  }

  @HandleEvent(sendDelivery)
  send({ deliveryId, channel }: PayloadOf<typeof sendDelivery>): Promise<void> {
    return this.sending.attempt(this.dispatcher, deliveryId, channel);
  }
}
