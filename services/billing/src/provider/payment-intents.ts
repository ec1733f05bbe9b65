import { Injectable } from '@nestjs/common';
import { type Intent, toIntent } from './intent.js';
import { StripeClient } from './stripe-client.js';

/** All that the creation of an intent says. The same key always comes with the same order. */
export interface IntentOrder {
  readonly purchaseId: string;
  readonly offerId: string;
  readonly leadId: string;
  readonly buyerId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly customerId: string;
  readonly paymentMethodId: string;
}

const PAGE = 100;

/** The provider's payment intents. Every method rejects with the client's own error. */
@Injectable()
export class PaymentIntents {
  constructor(private readonly stripe: StripeClient) {}

  /** Moves no money: it is confirmed by a call of its own. */
  async create(order: IntentOrder, idempotencyKey: string): Promise<Intent> {
    const created = await this.stripe.api.paymentIntents.create(
      {
        amount: order.amountCents,
        currency: order.currency,
        customer: order.customerId,
        payment_method: order.paymentMethodId,
        allowed_payment_method_types: ['card'],
        description: 'Exclusive annuity lead',
        statement_descriptor_suffix: 'LEAD',
        metadata: {
          offer_id: order.offerId,
          lead_id: order.leadId,
          buyer_id: order.buyerId,
          purchase_id: order.purchaseId,
        },
      },
      { idempotencyKey },
    );
    return toIntent(created);
  }

  /** Names no card on purpose: an intent that was refused has lost its own, and so cannot be charged after all. */
  async confirm(intentId: string, idempotencyKey: string): Promise<Intent> {
    return toIntent(
      await this.stripe.api.paymentIntents.confirm(intentId, { off_session: true }, { idempotencyKey }),
    );
  }

  async cancel(intentId: string, idempotencyKey: string): Promise<Intent> {
    return toIntent(
      await this.stripe.api.paymentIntents.cancel(
        intentId,
        { cancellation_reason: 'abandoned' },
        { idempotencyKey },
      ),
    );
  }

  async read(intentId: string): Promise<Intent> {
    return toIntent(await this.stripe.api.paymentIntents.retrieve(intentId));
  }

  /** The customer's intents for this purchase, made since then, newest first. */
  async find(customerId: string, purchaseId: string, since: Date): Promise<Intent[]> {
    const found: Intent[] = [];
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    for await (const one of this.stripe.api.paymentIntents.list({
      customer: customerId,
      created,
      limit: PAGE,
    }))
      if (one.metadata['purchase_id'] === purchaseId) found.push(toIntent(one));
    return found;
  }
}
