import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { StripeClient } from './stripe-client.js';

export interface ProviderCard {
  readonly paymentMethodId: string;
  readonly customerId: string | null;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

const PAGE = 100;

/** The provider's customers, set-ups and saved cards. Every method rejects with the client's own error. */
@Injectable()
export class SavedCards {
  constructor(private readonly stripe: StripeClient) {}

  /**
   * The same buyer gets the same customer. When the provider holds another answer under that key (an error of its
   * own, or an e-mail changed since), a second customer is made: one that nothing refers to does no harm.
   */
  async createCustomer(buyerId: string, email: string): Promise<string> {
    const create = async (idempotencyKey: string): Promise<string> => {
      const params = { email, metadata: { buyer_id: buyerId } };
      return (await this.stripe.api.customers.create(params, { idempotencyKey })).id;
    };
    const key = `buyer-${buyerId}-customer`;
    try {
      return await create(key);
    } catch (error) {
      const isSpent =
        error instanceof Stripe.errors.StripeIdempotencyError ||
        (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500);
      if (!isSpent) throw error;
      return create(`${key}-${randomUUID()}`);
    }
  }

  /** `missing`: the account has never had it; of a deleted one the provider keeps a record. */
  async lookUpCustomer(customerId: string): Promise<'there' | 'deleted' | 'missing'> {
    try {
      const customer = await this.stripe.api.customers.retrieve(customerId);
      return customer.deleted === true ? 'deleted' : 'there';
    } catch (error) {
      if (isMissing(error)) return 'missing';
      throw error;
    }
  }

  async createSetup(
    setup: { buyerId: string; customerId: string },
    idempotencyKey: string,
  ): Promise<{ id: string; clientSecret: string }> {
    const created = await this.stripe.api.setupIntents.create(
      {
        customer: setup.customerId,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
        metadata: { buyer_id: setup.buyerId },
      },
      { idempotencyKey },
    );
    if (created.client_secret === null) throw new Error('the provider gave a set-up without a secret');
    return { id: created.id, clientSecret: created.client_secret };
  }

  /** Undefined when the provider knows no such card. */
  async readCard(paymentMethodId: string): Promise<ProviderCard | undefined> {
    try {
      const { id, card, customer } = await this.stripe.api.paymentMethods.retrieve(paymentMethodId);
      if (!card) return undefined;
      return {
        paymentMethodId: id,
        customerId: idOf(customer) ?? null,
        brand: card.brand,
        last4: card.last4,
        expMonth: card.exp_month,
        expYear: card.exp_year,
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The card that this set-up saved for this customer; undefined when it did not succeed or is not theirs. */
  async cardOfSetup(customerId: string, setupIntentId: string): Promise<string | undefined> {
    try {
      const setup = await this.stripe.api.setupIntents.retrieve(setupIntentId);
      const method = idOf(setup.payment_method);
      return setup.status === 'succeeded' && idOf(setup.customer) === customerId ? method : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Whether a set-up of this customer with this card succeeded: only then may it be charged without the buyer. */
  async wasSetUp(customerId: string, paymentMethodId: string): Promise<boolean> {
    const setups = this.stripe.api.setupIntents.list({
      customer: customerId,
      payment_method: paymentMethodId,
      limit: PAGE,
    });
    for await (const { status, payment_method: method } of setups) {
      if (status === 'succeeded' && idOf(method) === paymentMethodId) return true;
    }
    return false;
  }
}

/** The provider gives a reference as its id, or as the object when it was asked to. */
const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
