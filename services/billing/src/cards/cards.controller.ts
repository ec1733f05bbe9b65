import { randomUUID } from 'node:crypto';
import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  accountRecovered,
  createCardSetup,
  DomainError,
  forgetCards,
  getCard,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
  saveCard,
  verifyCardSetup,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { explainRefusal } from '../provider/provider-failure.js';
import { type ProviderCard, SavedCardClient } from '../provider/saved-card-client.js';
import { recoveryOf } from './card-recovery.controller.js';
import { CardSetupsService } from './card-setups.service.js';
import type { CustomerEntity } from './customer.entity.js';
import { CustomerRepository, publishCardChanged } from './customer.repository.js';

const PAYMENT_METHOD_ID = /^pm_\w+$/;
const SETUP_INTENT_ID = /^seti_\w+$/;

type CardSummary = NonNullable<ResponseOf<typeof getCard>['card']>;

@Controller()
export class CardsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomerRepository,
    private readonly savedCards: SavedCardClient,
    private readonly setups: CardSetupsService,
  ) {}

  @HandleCommand(createCardSetup)
  createSetup(request: RequestOf<typeof createCardSetup>, message: Message) {
    return explainRefusal(() => this.setUp(request, message.id));
  }

  @HandleCommand(verifyCardSetup)
  verifySetup(request: RequestOf<typeof verifyCardSetup>) {
    return explainRefusal(() => this.verify(request));
  }

  @HandleCommand(saveCard)
  save(request: RequestOf<typeof saveCard>) {
    return explainRefusal(() => this.verifyAndSave(request));
  }

  @HandleCommand(getCard)
  async get({ buyerId }: RequestOf<typeof getCard>) {
    const customer = await this.customers.find(buyerId);
    const { cardUsable: usable = false } = customer ?? {};
    return { card: summarizeCardOnFile(customer), usable, recovery: recoveryOf(customer) };
  }

  /**
   * Removes the card after the owner of the email address has recovered the account: somebody else may have
   * saved it. Keeps a card that was saved since.
   */
  @HandleEvent(accountRecovered)
  async removeCard(
    { userId, card, at }: PayloadOf<typeof accountRecovered>,
    message: Message,
  ): Promise<void> {
    if (card !== 'removed') return;
    await this.transactions.once(message, async (tx) => {
      const version = await this.customers.removeCard(tx, userId, at);
      if (version === undefined) return;
      publishCardChanged(tx, { buyerId: userId, version, usable: false, paymentMethodId: null });
    });
  }

  /** A retried request keeps its `requestId` and therefore gets the same setup. */
  private async setUp(
    { buyerId, email, proofOfWork }: RequestOf<typeof createCardSetup>,
    requestId: string,
  ): Promise<ResponseOf<typeof createCardSetup>> {
    const customer = await this.customers.find(buyerId);
    if (customer?.erasedAt) throw new DomainError('UNAVAILABLE');
    await this.setups.begin({ buyerId, requestId, proofOfWork });
    const setup = await this.createIntent({ buyerId, email }, requestId, customer?.stripeCustomerId);
    await this.setups.recordIntent(requestId, setup.id);
    return toAnswer(setup);
  }

  private async createIntent(
    { buyerId, email }: { readonly buyerId: string; readonly email: string },
    requestId: string,
    knownCustomerId: string | null | undefined,
  ): Promise<{ id: string; clientSecret: string }> {
    const customerId = knownCustomerId ?? (await this.createCustomer(buyerId, email));
    const keyOf = (id: string): string => `buyer-${buyerId}-setup-${requestId}-${id}`;
    const existing = await this.savedCards.createSetupOfExisting({ buyerId, customerId }, keyOf(customerId));
    if (existing) return existing;
    const newId = await this.replaceDeletedCustomer(buyerId, email, customerId);
    return this.savedCards.createSetup({ buyerId, customerId: newId }, keyOf(newId));
  }

  private async verify({
    buyerId,
    setupIntentId,
  }: RequestOf<typeof verifyCardSetup>): Promise<ResponseOf<typeof verifyCardSetup>> {
    const customerId = (await this.customers.find(buyerId))?.stripeCustomerId;
    if (!customerId) throw new DomainError('CUSTOMER_NOT_FOUND');
    const paymentMethodId = SETUP_INTENT_ID.test(setupIntentId)
      ? await this.savedCards.getCardOfSetup(customerId, setupIntentId)
      : undefined;
    if (paymentMethodId === undefined) throw new DomainError('SETUP_NOT_SUCCEEDED');
    return { paymentMethodId };
  }

  /** The browser supplies only an id. The provider confirms that the card belongs to this buyer and was set up. */
  private async verifyAndSave(request: RequestOf<typeof saveCard>): Promise<ResponseOf<typeof saveCard>> {
    const { buyerId, paymentMethodId } = request;
    const customerId = (await this.customers.find(buyerId))?.stripeCustomerId;
    if (!customerId) throw new DomainError('CUSTOMER_NOT_FOUND');
    if (!PAYMENT_METHOD_ID.test(paymentMethodId)) throw new DomainError('SETUP_NOT_SUCCEEDED');
    const card = await this.savedCards.findCard(paymentMethodId);
    if (card?.customerId !== customerId) throw new DomainError('SETUP_NOT_SUCCEEDED');
    const setupIds = await this.savedCards.listSucceededSetups(customerId, paymentMethodId);
    if (setupIds.length === 0) throw new DomainError('SETUP_NOT_SUCCEEDED');
    const version = await this.replaceCard(buyerId, card, setupIds);
    return { paymentMethodId, version, card: toCardSummary(card) };
  }

  private async createCustomer(buyerId: string, email: string): Promise<string> {
    const createdId = await this.savedCards.createCustomer(buyerId, email);
    const { id, isErased } = await this.customers.saveStripeCustomer(buyerId, createdId);
    if (isErased) await this.forgetAgain(buyerId);
    return id;
  }

  /**
   * Replaces a customer that somebody deleted at the provider. Earlier payments keep the old id.
   * @throws UNAVAILABLE
   */
  private async replaceDeletedCustomer(buyerId: string, email: string, deletedId: string): Promise<string> {
    const createdId = await this.savedCards.createCustomer(buyerId, email, deletedId);
    const id = await this.customers.replaceStripeCustomer(buyerId, deletedId, createdId);
    if (id === undefined) throw new DomainError('UNAVAILABLE');
    return id;
  }

  /** Removes a customer that the provider created while the buyer was erased. @throws UNAVAILABLE */
  private async forgetAgain(buyerId: string): Promise<never> {
    await this.transactions.run((tx) => {
      tx.publish(forgetCards, { buyerId, attempt: 1, isRepetition: false }, { key: randomUUID() });
      return Promise.resolve();
    });
    throw new DomainError('UNAVAILABLE');
  }

  /** Saving the current card again changes nothing, unless its bank confirmed it since a decline. Returns its version. */
  private async replaceCard(
    buyerId: string,
    card: ProviderCard,
    setupIds: readonly string[],
  ): Promise<number> {
    return this.transactions.run(async (tx) => {
      const current = await this.customers.lock(tx, buyerId);
      if (current.erasedAt) throw new DomainError('CUSTOMER_NOT_FOUND');
      const isSame = current.stripePaymentMethodId === card.paymentMethodId;
      if (isSame && !(await this.isConfirmedAgain(tx, current, setupIds))) return current.cardVersion;
      const version = current.cardVersion + 1;
      await this.customers.replaceCard(tx, buyerId, version, card);
      const { paymentMethodId, fingerprint } = card;
      publishCardChanged(tx, {
        buyerId,
        version,
        usable: true,
        paymentMethodId,
        ...(fingerprint === null ? {} : { cardFingerprint: fingerprint }),
      });
      return version;
    });
  }

  private async isConfirmedAgain(
    tx: Tx,
    customer: CustomerEntity,
    setupIds: readonly string[],
  ): Promise<boolean> {
    if (recoveryOf(customer) !== 'authenticate') return false;
    return this.customers.hasSetupSinceDecline(tx, customer.buyerId, setupIds);
  }
}

function toAnswer({
  id,
  clientSecret,
}: {
  id: string;
  clientSecret: string;
}): ResponseOf<typeof createCardSetup> {
  return { setupIntentId: id, clientSecret };
}

const toCardSummary = ({ brand, last4, expMonth, expYear }: ProviderCard): CardSummary => ({
  brand,
  last4,
  expMonth,
  expYear,
});

/** Returns null if no card is on file. */
function summarizeCardOnFile(customer: CustomerEntity | null): CardSummary | null {
  if (!customer) return null;
  const { cardBrand: brand, cardLast4: last4, cardExpMonth: expMonth, cardExpYear: expYear } = customer;
  if (brand === null || last4 === null || expMonth === null || expYear === null) return null;
  return { brand, last4, expMonth, expYear };
}
