import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { isMissing, isRefusedWith, unlessMissing } from './provider-failure.js';
import { idOf, StripeClient } from './stripe-client.js';

export interface ProviderCard {
  readonly paymentMethodId: string;
  readonly customerId: string | null;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** The provider's digest of the number; null if it does not give one. */
  readonly fingerprint: string | null;
}

const PAGE_SIZE = 100;
/** More than a person saves. The rest would be detached by the next attempt. */
const MAX_CARDS = 10_000;
const MAX_CUSTOMERS = 1_000;

/** The provider's customers, setups, and saved cards. Every method rejects with the Stripe SDK's own error. */
@Injectable()
export class SavedCardClient {
  constructor(private readonly stripe: StripeClient) {}

  /**
   * Returns the same customer for the same buyer, or the same one in place of `deletedId`. If the idempotency key holds a
   * server error or another email address, creates a second customer; an unreferenced one does no harm. An address that
   * the provider refuses is left out: its receipts are ours to send, and the metadata identifies the buyer.
   */
  async createCustomer(buyerId: string, email: string, deletedId?: string): Promise<string> {
    const create = async (
      idempotencyKey: string,
      address: { email?: string } = { email },
    ): Promise<string> => {
      const params = { ...address, metadata: { buyer_id: buyerId } };
      return (await this.stripe.api.customers.create(params, { idempotencyKey })).id;
    };
    const key = `buyer-${buyerId}-customer${deletedId === undefined ? '' : `-after-${deletedId}`}`;
    try {
      return await create(key);
    } catch (error) {
      if (isEmailRefused(error)) return create(`${key}-without-email`, {});
      const keyIsSpent =
        error instanceof Stripe.errors.StripeIdempotencyError ||
        (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500);
      if (!keyIsSpent) throw error;
      return create(`${key}-${randomUUID()}`);
    }
  }

  /** `missing`: this provider account never had the customer. The provider keeps a record of deleted ones. */
  async getCustomerStatus(customerId: string): Promise<'exists' | 'deleted' | 'missing'> {
    const customer = await unlessMissing(() => this.stripe.api.customers.retrieve(customerId));
    if (!customer) return 'missing';
    return customer.deleted === true ? 'deleted' : 'exists';
  }

  /**
   * Returns the ids of every customer that was created for this buyer, including one whose creation was never answered.
   * The provider finds a new one within a minute.
   */
  async findCustomers(buyerId: string): Promise<string[]> {
    const query = `metadata['buyer_id']:'${buyerId}'`;
    const found = this.stripe.api.customers.search({ query, limit: PAGE_SIZE });
    return (await found.autoPagingToArray({ limit: MAX_CUSTOMERS })).map(({ id }) => id);
  }

  /** As `createSetup`, but returns undefined if the provider does not have the customer any more. */
  async createSetupOfExisting(
    setup: { buyerId: string; customerId: string },
    idempotencyKey: string,
  ): Promise<{ id: string; clientSecret: string } | undefined> {
    try {
      return await this.createSetup(setup, idempotencyKey);
    } catch (error) {
      if (isMissing(error) && (await this.getCustomerStatus(setup.customerId)) === 'deleted')
        return undefined;
      throw error;
    }
  }

  /** With `paymentMethodId`, a setup of a card that is already saved. */
  async createSetup(
    setup: { buyerId: string; customerId: string; paymentMethodId?: string },
    idempotencyKey: string,
  ): Promise<{ id: string; clientSecret: string }> {
    const created = await this.stripe.api.setupIntents.create(
      {
        customer: setup.customerId,
        ...(setup.paymentMethodId === undefined ? {} : { payment_method: setup.paymentMethodId }),
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
        metadata: { buyer_id: setup.buyerId },
      },
      { idempotencyKey },
    );
    if (created.client_secret === null) throw new Error('setup intent has no client secret');
    return { id: created.id, clientSecret: created.client_secret };
  }

  /** Ends a setup that did not succeed. Returns false if it has, or was ended before. Safe to repeat. */
  async cancelSetup(setupIntentId: string): Promise<boolean> {
    try {
      await this.stripe.api.setupIntents.cancel(setupIntentId, {}, { idempotencyKey: randomUUID() });
      return true;
    } catch (error) {
      if (!isRefusedWith(error, 'setup_intent_unexpected_state') && !isMissing(error)) throw error;
      return false;
    }
  }

  /** Returns undefined if the provider has no such card. */
  async findCard(paymentMethodId: string): Promise<ProviderCard | undefined> {
    const method = await unlessMissing(() => this.stripe.api.paymentMethods.retrieve(paymentMethodId));
    if (!method?.card) return undefined;
    const { id, card, customer } = method;
    return {
      paymentMethodId: id,
      customerId: idOf(customer),
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      fingerprint: card.fingerprint ?? null,
    };
  }

  /** Returns the card that this setup saved, or undefined if the setup did not succeed or is another customer's. */
  async getCardOfSetup(customerId: string, setupIntentId: string): Promise<string | undefined> {
    const setup = await unlessMissing(() => this.stripe.api.setupIntents.retrieve(setupIntentId));
    if (setup?.status !== 'succeeded' || idOf(setup.customer) !== customerId) return undefined;
    return idOf(setup.payment_method) ?? undefined;
  }

  /** Returns the customer's succeeded setups of this card. Without one, off-session charges are not allowed. */
  async listSucceededSetups(customerId: string, paymentMethodId: string): Promise<string[]> {
    const succeeded: string[] = [];
    const setups = this.stripe.api.setupIntents.list({
      customer: customerId,
      payment_method: paymentMethodId,
      limit: PAGE_SIZE,
    });
    for await (const { id, status, payment_method: method } of setups) {
      if (status === 'succeeded' && idOf(method) === paymentMethodId) succeeded.push(id);
    }
    return succeeded;
  }

  /**
   * Detaches every card of the customer and removes the email address. The customer stays, because payments refer to it.
   * Safe to repeat. `missing`: this provider account never had the customer, so nothing was removed.
   */
  async forgetCustomer(customerId: string): Promise<'forgotten' | 'missing'> {
    const status = await this.getCustomerStatus(customerId);
    if (status !== 'exists') return status === 'deleted' ? 'forgotten' : 'missing';
    const cards = await this.stripe.api.customers
      .listPaymentMethods(customerId, { limit: PAGE_SIZE })
      .autoPagingToArray({ limit: MAX_CARDS });
    // Each call has a new idempotency key, because a retry must not replay the error of the first attempt.
    for (const { id } of cards) await this.detach(id);
    await this.stripe.api.customers.update(
      customerId,
      { email: '', name: '', phone: '' },
      { idempotencyKey: randomUUID() },
    );
    return 'forgotten';
  }

  /** Does nothing if the card was detached meanwhile. */
  private async detach(paymentMethodId: string): Promise<void> {
    try {
      await this.stripe.api.paymentMethods.detach(paymentMethodId, {}, { idempotencyKey: randomUUID() });
    } catch (error) {
      if (!isRefusedWith(error, 'payment_method_unexpected_state')) throw error;
    }
  }
}

const isEmailRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.param === 'email' || error.code === 'email_invalid');
