import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { buyerClosed, forgetCards, type PayloadOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { CardErasureService } from './card-erasure.service.js';

@Controller()
export class CardErasureController {
  constructor(private readonly erasure: CardErasureService) {}

  @HandleEvent(buyerClosed)
  begin(buyer: PayloadOf<typeof buyerClosed>, message: Message): Promise<void> {
    return this.erasure.begin(buyer, message);
  }

  @HandleEvent(forgetCards)
  forget(request: PayloadOf<typeof forgetCards>): Promise<void> {
    return this.erasure.forget(request);
  }
}
