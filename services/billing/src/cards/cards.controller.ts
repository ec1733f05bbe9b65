import { HandleCommand, type Message } from '@desk/bullmq-transport';
import {
  createCardSetup,
  getCard,
  type RequestOf,
  type ResponseOf,
  saveCard,
  verifyCardSetup,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { CardsService } from './cards.service.js';

@Controller()
export class CardsController {
  constructor(private readonly cards: CardsService) {}

  @HandleCommand(createCardSetup)
  createSetup(
    request: RequestOf<typeof createCardSetup>,
    message: Message,
  ): Promise<ResponseOf<typeof createCardSetup>> {
    return this.cards.createSetup(request, message.id);
  }

  @HandleCommand(verifyCardSetup)
  verifySetup(request: RequestOf<typeof verifyCardSetup>): Promise<ResponseOf<typeof verifyCardSetup>> {
    return this.cards.verifySetup(request);
  }

  @HandleCommand(saveCard)
  save(request: RequestOf<typeof saveCard>): Promise<ResponseOf<typeof saveCard>> {
    return this.cards.save(request);
  }

  @HandleCommand(getCard)
  get({ buyerId }: RequestOf<typeof getCard>): Promise<ResponseOf<typeof getCard>> {
    return this.cards.get(buyerId);
  }
}
