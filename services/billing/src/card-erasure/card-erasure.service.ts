import type { Message } from '@desk/bullmq-transport';
import { type buyerClosed, forgetCards, type PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { CustomerRepository } from '../cards/customer.repository.js';
import { SavedCardClient } from '../provider/saved-card-client.js';
import { CUSTOMER_MISSING } from '../provider/verdict.js';
import { forgetDelayMs } from './forget-schedule.js';

/** Removes an erased buyer's cards, here and at the provider. Purchases stay: they hold ids and amounts. */
@Injectable()
export class CardErasureService {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomerRepository,
    private readonly savedCards: SavedCardClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** From the commit on no card can be saved. Every charge of the buyer has its outcome by now. */
  async begin({ buyerId }: PayloadOf<typeof buyerClosed>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await this.customers.erase(tx, buyerId);
      tx.publish(forgetCards, { buyerId, attempt: 1 }, { key: `${buyerId}-1` });
      crashPoint('billing.erasure.before-begin-commit');
    });
  }

  /**
   * Asks the provider outside of any transaction. Attempts over time are rows in the outbox, so they survive crashes and
   * long outages. Repeating one is harmless.
   */
  async forget({ buyerId, attempt }: PayloadOf<typeof forgetCards>): Promise<void> {
    const customer = await this.customers.find(buyerId);
    if (!customer?.erasedAt || customer.forgottenAt) return;
    crashPoint('billing.erasure.before-detach');
    const failure = customer.stripeCustomerId && (await this.forgetAtProvider(customer.stripeCustomerId));
    crashPoint('billing.erasure.after-detach');
    if (failure) {
      this.logger.warn({ buyerId, attempt, reason: failure }, 'card removal failed');
      await this.defer(buyerId, attempt + 1);
      return;
    }
    await this.customers.setForgotten(customer);
    this.logger.info({ buyerId, attempt }, 'cards of erased buyer removed');
  }

  /** Returns why it failed, or undefined. */
  private async forgetAtProvider(customerId: string): Promise<string | undefined> {
    try {
      const result = await this.savedCards.forgetCustomer(customerId);
      // The API key belongs to another account, where the cards are not.
      return result === 'missing' ? CUSTOMER_MISSING : undefined;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      return error.code ?? String(error.statusCode ?? 'no_answer');
    }
  }

  private async defer(buyerId: string, attempt: number): Promise<void> {
    const delayMs = forgetDelayMs(attempt, Math.random);
    await this.transactions.run((tx) => {
      tx.publish(forgetCards, { buyerId, attempt }, { key: `${buyerId}-${attempt}`, delayMs });
      return Promise.resolve();
    });
  }
}
