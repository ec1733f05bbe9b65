import { HandleCommand, type Message } from '@desk/bullmq-transport';
import {
  type CardRecovery,
  cardRecoveryOf,
  createCardAuthentication,
  DomainError,
  type RequestOf,
  type ResponseOf,
  retryCard,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import Stripe from 'stripe';
import { isCardGone } from '../provider/interpret-error.js';
import { explainRefusal } from '../provider/provider-failure.js';
import { SavedCardClient } from '../provider/saved-card-client.js';
import type { CustomerEntity } from './customer.entity.js';
import { CardSetupsService } from './card-setups.service.js';
import { CustomerRepository, publishCardChanged } from './customer.repository.js';

/** What would make the card on file usable again; null if it is usable, or there is none. */
export const recoveryOf = (customer: CustomerEntity | null): CardRecovery | null =>
  customer === null || customer.cardUsable || customer.stripePaymentMethodId === null
    ? null
    : cardRecoveryOf(customer.declineCode);

/** Makes a declined card usable again. The next charge shows whether it is. */
@Controller()
export class CardRecoveryController {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomerRepository,
    private readonly savedCards: SavedCardClient,
    private readonly setups: CardSetupsService,
  ) {}

  @HandleCommand(retryCard)
  async retry({ buyerId }: RequestOf<typeof retryCard>) {
    if (!(await this.customers.find(buyerId))) throw new DomainError('CUSTOMER_NOT_FOUND');
    await this.transactions.run(async (tx) => {
      const customer = await this.customers.lock(tx, buyerId);
      if (customer.erasedAt) throw new DomainError('CUSTOMER_NOT_FOUND');
      if (customer.cardUsable) return;
      if (recoveryOf(customer) !== 'retry') throw new DomainError('CARD_NEEDS_REPLACEMENT');
      const version = customer.cardVersion + 1;
      await this.customers.setUsable(tx, buyerId, version, null);
      const { stripePaymentMethodId: paymentMethodId } = customer;
      publishCardChanged(tx, { buyerId, version, usable: true, paymentMethodId });
    });
    return {};
  }

  @HandleCommand(createCardAuthentication)
  createAuthentication(request: RequestOf<typeof createCardAuthentication>, message: Message) {
    return explainRefusal(() => this.authenticate(request, message.id));
  }

  /** A retried request keeps its `requestId` and therefore gets the same setup. */
  private async authenticate(
    { buyerId, proofOfWork }: RequestOf<typeof createCardAuthentication>,
    requestId: string,
  ): Promise<ResponseOf<typeof createCardAuthentication>> {
    const customer = await this.customers.find(buyerId);
    if (!customer?.stripeCustomerId || customer.erasedAt) throw new DomainError('CUSTOMER_NOT_FOUND');
    const paymentMethodId = customer.stripePaymentMethodId;
    if (paymentMethodId === null || recoveryOf(customer) === 'replace')
      throw new DomainError('CARD_NEEDS_REPLACEMENT');
    await this.setups.begin({ buyerId, requestId, proofOfWork });
    const setup = { buyerId, customerId: customer.stripeCustomerId, paymentMethodId };
    const key = `buyer-${buyerId}-authentication-${requestId}`;
    try {
      const { id, clientSecret } = await this.savedCards.createSetup(setup, key);
      await this.setups.recordIntent(requestId, id);
      return { clientSecret, paymentMethodId };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && isCardGone(error))
        throw new DomainError('CARD_NEEDS_REPLACEMENT');
      throw error;
    }
  }
}
