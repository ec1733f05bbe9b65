import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  accountRecovered,
  createCardAuthentication,
  createCardSetup,
  DomainError,
  getCard,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
  retryCard,
  saveCard,
  verifyCardSetup,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { isRefusal } from '../provider/provider-failure.js';
import { CardRecoveryService } from './card-recovery.service.js';
import { CardsService } from './cards.service.js';

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

  @HandleEvent(accountRecovered)
  removeCard(recovery: PayloadOf<typeof accountRecovered>, message: Message): Promise<void> {
    return this.cards.removeOfRecovered(recovery, message);
  }
}

/**
 * Runs a command about cards. What the provider refuses for good must not be told as an outage that passes.
 *
 * @throws CARD_PROVIDER_REFUSED, and what `run` throws otherwise
 */
async function explainRefusal<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isRefusal(error) ? new DomainError('CARD_PROVIDER_REFUSED') : error;
  }
}
