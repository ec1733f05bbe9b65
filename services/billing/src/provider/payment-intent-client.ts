import { Injectable } from '@nestjs/common';
import { type Intent, toIntent } from './intent.js';
import { StripeClient } from './stripe-client.js';

/** Every parameter of a new intent. One idempotency key always carries the same parameters. */
export interface IntentRequest {
  readonly purchaseId: string;
  readonly offerId: string;
  readonly leadId: string;
  readonly buyerId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly customerId: string;
  readonly paymentMethodId: string;
}

const PAGE_SIZE = 100;

/** The provider's payment intents. Every method rejects with the Stripe SDK's own error. */
@Injectable()
export class PaymentIntentClient {
  constructor(private readonly stripe: StripeClient) {}

  /** Creates the intent unconfirmed; no money moves until `confirm`. */
  async create(request: IntentRequest, idempotencyKey: string): Promise<Intent> {
    const created = await this.stripe.api.paymentIntents.create(
      {
        amount: request.amountCents,
        currency: request.currency,
        customer: request.customerId,
        payment_method: request.paymentMethodId,
        allowed_payment_method_types: ['card'],
        description: 'Exclusive annuity lead',
        statement_descriptor_suffix: 'LEAD',
        metadata: {
          offer_id: request.offerId,
          lead_id: request.leadId,
          buyer_id: request.buyerId,
          purchase_id: request.purchaseId,
        },
      },
      { idempotencyKey },
    );
    return toIntent(created);
  }

  /** Passes no card on purpose: a declined intent has lost its card, so it cannot be charged by a late retry. */
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

  async get(intentId: string): Promise<Intent> {
    return toIntent(await this.stripe.api.paymentIntents.retrieve(intentId));
  }

  /** Returns the customer's intents for this purchase created since `since`, newest first. */
  async list(customerId: string, purchaseId: string, since: Date): Promise<Intent[]> {
    const intents: Intent[] = [];
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    for await (const intent of this.stripe.api.paymentIntents.list({
      customer: customerId,
      created,
      limit: PAGE_SIZE,
    }))
      if (intent.metadata['purchase_id'] === purchaseId) intents.push(toIntent(intent));
    return intents;
  }
}
