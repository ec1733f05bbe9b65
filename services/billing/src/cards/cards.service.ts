import {
  cardChanged,
  type createCardSetup,
  DomainError,
  type getCard,
  type RequestOf,
  type ResponseOf,
  type saveCard,
  type verifyCardSetup,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CustomersRepository } from '../database/repositories/customers.repository.js';
import { type ProviderCard, SavedCards } from '../provider/saved-cards.js';
import { cardOnFile, summaryOf } from './card-summary.js';

const PAYMENT_METHOD = /^pm_\w+$/;
const SETUP_INTENT = /^seti_\w+$/;

@Injectable()
export class CardsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomersRepository,
    private readonly savedCards: SavedCards,
  ) {}

  /** `requestId` is the same when the request is tried again, and so is the set-up. */
  async createSetup(
    { buyerId, email }: RequestOf<typeof createCardSetup>,
    requestId: string,
  ): Promise<ResponseOf<typeof createCardSetup>> {
    const known = (await this.customers.find(buyerId))?.stripeCustomerId;
    const customerId = known ?? (await this.makeCustomer(buyerId, email));
    const key = `buyer-${buyerId}-setup-${requestId}`;
    const { id, clientSecret } = await this.savedCards.createSetup({ buyerId, customerId }, key);
    crashPoint('billing.card-setup.after-setup-answer');
    return { setupIntentId: id, clientSecret };
  }

  async verifySetup({
    buyerId,
    setupIntentId,
  }: RequestOf<typeof verifyCardSetup>): Promise<ResponseOf<typeof verifyCardSetup>> {
    const customerId = (await this.customers.find(buyerId))?.stripeCustomerId;
    if (!customerId) throw new DomainError('CUSTOMER_NOT_FOUND');
    crashPoint('billing.card-verify.before-read');
    const paymentMethodId = SETUP_INTENT.test(setupIntentId)
      ? await this.savedCards.cardOfSetup(customerId, setupIntentId)
      : undefined;
    crashPoint('billing.card-verify.after-read');
    if (paymentMethodId === undefined) throw new DomainError('SETUP_NOT_SUCCEEDED');
    return { paymentMethodId };
  }

  /** The browser only names the card; that it is this buyer's and was set up is what the provider says. */
  async save({ buyerId, paymentMethodId }: RequestOf<typeof saveCard>): Promise<ResponseOf<typeof saveCard>> {
    const customerId = (await this.customers.find(buyerId))?.stripeCustomerId;
    if (!customerId) throw new DomainError('CUSTOMER_NOT_FOUND');
    if (!PAYMENT_METHOD.test(paymentMethodId)) throw new DomainError('SETUP_NOT_SUCCEEDED');
    crashPoint('billing.card-save.before-read');
    const card = await this.savedCards.readCard(paymentMethodId);
    crashPoint('billing.card-save.after-card-read');
    if (card?.customerId !== customerId || !(await this.savedCards.wasSetUp(customerId, paymentMethodId)))
      throw new DomainError('SETUP_NOT_SUCCEEDED');
    crashPoint('billing.card-save.after-setups-read');
    await this.putInForce(buyerId, card);
    crashPoint('billing.card-save.after-commit');
    return { paymentMethodId, card: summaryOf(card) };
  }

  async get(buyerId: string): Promise<ResponseOf<typeof getCard>> {
    const customer = await this.customers.find(buyerId);
    return { card: cardOnFile(customer), usable: customer?.cardUsable ?? false };
  }

  private async makeCustomer(buyerId: string, email: string): Promise<string> {
    crashPoint('billing.card-setup.before-customer');
    const made = await this.savedCards.createCustomer(buyerId, email);
    crashPoint('billing.card-setup.after-customer-answer');
    const customerId = await this.customers.commitCustomer(buyerId, made);
    crashPoint('billing.card-setup.after-customer-commit');
    return customerId;
  }

  /** The card in force again is no new version, unless a refused charge had put it out of use. */
  private async putInForce(buyerId: string, card: ProviderCard): Promise<void> {
    await this.transactions.run(async (tx) => {
      const current = await this.customers.lock(tx, buyerId);
      if (current.stripePaymentMethodId === card.paymentMethodId && current.cardUsable) return;
      const version = current.cardVersion + 1;
      await this.customers.replaceCard(tx, buyerId, version, card);
      const { paymentMethodId } = card;
      tx.publish(
        cardChanged,
        { buyerId, version, usable: true, paymentMethodId },
        { key: `${buyerId}-${version}` },
      );
      crashPoint('billing.card-save.before-commit');
    });
  }
}
