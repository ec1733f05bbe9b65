import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { agentErased, type PayloadOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerErasureService } from './buyer-erasure.service.js';

@Controller()
export class BuyerErasureController {
  constructor(private readonly erasure: BuyerErasureService) {}

  @HandleEvent(agentErased)
  stop(event: PayloadOf<typeof agentErased>, message: Message): Promise<void> {
    return this.erasure.stop(event, message);
  }
}
