import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { accountRecovered, type PayloadOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { CardRemovalService } from './card-removal.service.js';

@Controller()
export class CardRemovalController {
  constructor(private readonly removals: CardRemovalService) {}

  @HandleEvent(accountRecovered)
  remove(recovery: PayloadOf<typeof accountRecovered>, message: Message): Promise<void> {
    return this.removals.remove(recovery, message);
  }
}
