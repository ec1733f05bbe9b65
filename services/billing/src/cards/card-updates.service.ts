import { billingDeclineCodes } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { type ProviderCard, SavedCardClient } from '../provider/saved-card-client.js';
import { CUSTOMER_MISSING, unanswered, unknownVerdict } from '../provider/verdict.js';
import type { CustomerEntity } from './customer.entity.js';
import { CustomerRepository, publishCardChanged } from './customer.repository.js';

const { cardUnusable } = billingDeclineCodes;

/** Follows changes of saved cards at the provider: new numbers and expiry dates from the card networks, and removals. */
@Injectable()
export class CardUpdatesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomerRepository,
    private readonly savedCards: SavedCardClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Reads the card, so that the order and number of the events about it do not matter.
   *
   * @throws UNAVAILABLE while our API key belongs to an account that does not know the customer
   */
  async refresh(paymentMethodId: string): Promise<void> {
    const known = await this.customers.findByCard(paymentMethodId);
    if (!known) return;
    const card = await this.savedCards.findCard(paymentMethodId);
    if (!card) await this.verifyCustomer(known);
    await this.transactions.run(async (tx) => {
      const customer = await this.customers.lock(tx, known.buyerId);
      // Replaced or erased meanwhile.
      if (customer.stripePaymentMethodId !== paymentMethodId || customer.erasedAt) return;
      if (card && card.customerId === customer.stripeCustomerId) await this.apply(tx, customer, card);
      else if (customer.cardUsable) await this.disable(tx, customer);
    });
  }

  /** Under another account's API key every card looks missing, and none may be disabled for that. */
  private async verifyCustomer({ buyerId, stripeCustomerId }: CustomerEntity): Promise<void> {
    if (stripeCustomerId === null) return;
    if ((await this.savedCards.getCustomerStatus(stripeCustomerId)) !== 'missing') return;
    this.logger.error(
      { buyerId, alarm: 'provider-rejected-request', reason: CUSTOMER_MISSING },
      'provider request rejected: card of a customer that this account does not know',
    );
    throw unanswered(`the card of buyer ${buyerId} could not be read`, unknownVerdict(CUSTOMER_MISSING));
  }

  /** Makes the card usable again if its old number or expiry date made it fail. */
  private async apply(tx: Tx, customer: CustomerEntity, card: ProviderCard): Promise<void> {
    if (!isDifferent(customer, card)) return;
    const isRenewed = !customer.cardUsable && customer.cardVersion > 0;
    const version = isRenewed ? customer.cardVersion + 1 : customer.cardVersion;
    await this.customers.updateCard(tx, customer.buyerId, version, isRenewed || customer.cardUsable, card);
    if (isRenewed) publishCardChanged(tx, toChange(customer, version, true));
    this.logger.info({ buyerId: customer.buyerId, isRenewed }, 'card updated by its network');
  }

  private async disable(tx: Tx, customer: CustomerEntity): Promise<void> {
    const version = customer.cardVersion + 1;
    await this.customers.setUsable(tx, customer.buyerId, version, cardUnusable);
    publishCardChanged(tx, toChange(customer, version, false));
    this.logger.warn({ buyerId: customer.buyerId }, 'card removed at the provider');
  }
}

const isDifferent = (
  { cardBrand, cardLast4, cardExpMonth, cardExpYear }: CustomerEntity,
  { brand, last4, expMonth, expYear }: ProviderCard,
): boolean =>
  cardBrand !== brand || cardLast4 !== last4 || cardExpMonth !== expMonth || cardExpYear !== expYear;

const toChange = (
  { buyerId, stripePaymentMethodId: paymentMethodId }: CustomerEntity,
  version: number,
  usable: boolean,
) => ({ buyerId, version, usable, paymentMethodId });
