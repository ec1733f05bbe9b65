import {
  type acceptProviderEvent,
  processProviderEvent,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { ChargesService } from '../charges/charges.service.js';
import { isSettled } from '../charges/purchase-transitions.js';
import type { ProviderEvent } from '../database/entities/provider-event.entity.js';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { ProviderEventsRepository } from '../database/repositories/provider-events.repository.js';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';
import { WebhookVerifier } from '../provider/signed-events.js';

const SUCCEEDED = 'payment_intent.succeeded';
/** An event is only a hint that there is news; what the news is, is read from the provider. */
const hints = new Set([SUCCEEDED, 'payment_intent.payment_failed', 'payment_intent.canceled']);

@Injectable()
export class ProviderEventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly webhookVerifier: WebhookVerifier,
    private readonly events: ProviderEventsRepository,
    private readonly purchases: PurchasesRepository,
    private readonly charges: ChargesService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async accept(
    request: RequestOf<typeof acceptProviderEvent>,
  ): Promise<ResponseOf<typeof acceptProviderEvent>> {
    const event = this.webhookVerifier.open(request.rawBody, request.signature);
    const stored = await this.transactions.run(async (tx) => {
      const isNew = await this.events.insert(tx, event.id, event.type, event.summary);
      if (isNew) tx.publish(processProviderEvent, { eventId: event.id }, { key: event.id });
      return isNew;
    });
    return { stored };
  }

  async process(eventId: string): Promise<void> {
    const event = await this.events.find(eventId);
    if (!event || event.processedAt !== null) return;
    if (hints.has(event.type)) await this.follow(event);
    await this.events.markProcessed(eventId);
  }

  private async follow(event: ProviderEvent): Promise<void> {
    const { objectId, offerId } = event.payload;
    if (objectId === null) return;
    const purchase =
      (await this.purchases.findByIntent(objectId)) ??
      (offerId === null ? null : await this.purchases.findByOffer(offerId));
    if (purchase?.stripePaymentIntentId === objectId) return this.lookUp(event, purchase, objectId);
    // An intent that no purchase holds is never confirmed by us. One that has succeeded all the same is money
    // taken for nothing.
    if (event.type === SUCCEEDED && offerId !== null)
      this.logger.error(
        { alarm: 'payment-without-purchase', eventId: event.eventId, intentId: objectId, offerId },
        'a payment of ours belongs to no purchase',
      );
  }

  private async lookUp(event: ProviderEvent, purchase: Purchase, intentId: string): Promise<void> {
    if (isSettled(purchase.status) && (purchase.status !== 'failed') === (event.type === SUCCEEDED)) return;
    const verdict = await this.charges.lookUp(purchase, intentId);
    if (verdict.kind === 'unknown')
      throw new Error(`what event ${event.eventId} is about could not be read: ${verdict.reason}`);
  }
}
