import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { buyerClosed, forgetCards, type PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { backoffMs, InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import Stripe from 'stripe';
import { CustomerRepository } from '../cards/customer.repository.js';
import { classifyFailure } from '../provider/provider-failure.js';
import { SavedCardClient } from '../provider/saved-card-client.js';
import { CUSTOMER_MISSING } from '../provider/verdict.js';

/** After this, the provider's search finds every customer that was created before the erasure. */
const REPETITION_MS = 3_600_000;
const BACKOFF = { firstMs: 1_000, maxMs: 3_600_000 };

/** Removes an erased buyer's cards, here and at the provider. Purchases stay: they hold ids and amounts. */
@Controller()
export class CardErasureController {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomerRepository,
    private readonly savedCards: SavedCardClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** From the commit on no card can be saved. Every charge of the buyer has its outcome by now. */
  @HandleEvent(buyerClosed)
  async begin({ buyerId }: PayloadOf<typeof buyerClosed>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await this.customers.erase(tx, buyerId);
      tx.publish(forgetCards, { buyerId, attempt: 1, isRepetition: false }, { key: `${buyerId}-1` });
      const repetition = { buyerId, attempt: 1, isRepetition: true };
      tx.publish(forgetCards, repetition, { key: `${buyerId}-repeated-1`, delayMs: REPETITION_MS });
    });
  }

  /**
   * Calls the provider outside any transaction. Later attempts are delayed messages in the outbox, so they survive
   * crashes and long outages. Repeating one is harmless.
   */
  @HandleEvent(forgetCards)
  async forget({ buyerId, attempt, isRepetition }: PayloadOf<typeof forgetCards>): Promise<void> {
    const customer = await this.customers.find(buyerId);
    if (!customer?.erasedAt || (customer.forgottenAt && !isRepetition)) return;
    const failure = await this.forgetAtProvider(buyerId, customer.stripeCustomerId);
    if (failure !== undefined) {
      this.logger.warn({ buyerId, attempt, reason: failure }, 'card removal failed');
      await this.defer({ buyerId, attempt: attempt + 1, isRepetition });
      return;
    }
    await this.customers.setForgotten(customer);
    this.logger.info({ buyerId, attempt }, 'cards of erased buyer removed');
  }

  /** Returns why it failed for now, or undefined. Throws if it can never succeed, so that the message fails visibly. */
  private async forgetAtProvider(buyerId: string, knownId: string | null): Promise<string | undefined> {
    try {
      const found = await this.savedCards.findCustomers(buyerId);
      for (const customerId of new Set([...(knownId === null ? [] : [knownId]), ...found])) {
        // The API key belongs to a provider account that does not have the cards.
        if ((await this.savedCards.forgetCustomer(customerId)) === 'missing') return CUSTOMER_MISSING;
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || classifyFailure(error) === 'permanent')
        throw error;
      return error.code ?? String(error.statusCode ?? 'no_answer');
    }
  }

  private async defer({ buyerId, attempt, isRepetition }: PayloadOf<typeof forgetCards>): Promise<void> {
    const delayMs = backoffMs(attempt - 1, BACKOFF, Math.random);
    const key = isRepetition ? `${buyerId}-repeated-${attempt}` : `${buyerId}-${attempt}`;
    await this.transactions.run((tx) => {
      tx.publish(forgetCards, { buyerId, attempt, isRepetition }, { key, delayMs });
      return Promise.resolve();
    });
  }
}
