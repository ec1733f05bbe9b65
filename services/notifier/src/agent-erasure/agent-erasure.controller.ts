import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { buyerClosed, type PayloadOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { AgentErasureService } from './agent-erasure.service.js';

@Controller()
export class AgentErasureController {
  constructor(private readonly erasure: AgentErasureService) {}

  @HandleEvent(buyerClosed)
  begin(buyer: PayloadOf<typeof buyerClosed>, message: Message): Promise<void> {
    return this.erasure.begin(buyer, message);
  }
}
