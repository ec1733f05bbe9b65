import { HandleCommand, type Message } from '@desk/bullmq-transport';
import {
  createCardAuthentication,
  createCardSetup,
  getCard,
  type RequestOf,
  type ResponseOf,
  retryCard,
  saveCard,
  verifyCardSetup,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { CardRecoveryService } from './card-recovery.service.js';
import { CardsService } from './cards.service.js';
import { explainRefusal } from './explain-refusal.js';

@Controller()
export class CardsController {
  constructor(
    private readonly cards: CardsService,
    private readonly recovery: CardRecoveryService,
  ) {}

  @HandleCommand(createCardSetup)
  createSetup(
    request: RequestOf<typeof createCardSetup>,
    message: Message,
  ): Promise<ResponseOf<typeof createCardSetup>> {
    return explainRefusal(() => this.cards.createSetup(request, message.id));
  }

  @HandleCommand(verifyCardSetup)
  verifySetup(request: RequestOf<typeof verifyCardSetup>): Promise<ResponseOf<typeof verifyCardSetup>> {
    return explainRefusal(() => this.cards.verifySetup(request));
  }

  @HandleCommand(saveCard)
  save(request: RequestOf<typeof saveCard>): Promise<ResponseOf<typeof saveCard>> {
    return explainRefusal(() => this.cards.save(request));
  }

  @HandleCommand(retryCard)
  async retry({ buyerId }: RequestOf<typeof retryCard>): Promise<ResponseOf<typeof retryCard>> {
    await this.recovery.retry(buyerId);
    return {};
  }

  @HandleCommand(createCardAuthentication)
  createAuthentication(
    { buyerId }: RequestOf<typeof createCardAuthentication>,
    message: Message,
  ): Promise<ResponseOf<typeof createCardAuthentication>> {
    return explainRefusal(() => this.recovery.createAuthentication(buyerId, message.id));
  }

  @HandleCommand(getCard)
  get({ buyerId }: RequestOf<typeof getCard>): Promise<ResponseOf<typeof getCard>> {
    return this.cards.get(buyerId);
  }
}
