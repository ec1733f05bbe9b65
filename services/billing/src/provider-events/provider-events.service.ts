import {
  type acceptProviderEvent,
  type acceptProviderEvents,
  processProviderEvent,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { ChargesService } from '../charges/charges.service.js';
import { hasOutcome } from '../charges/purchase-transitions.js';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import { type VerifiedEvent, WebhookVerifier } from '../provider/webhook-verifier.js';
import type { ProviderEventEntity } from './provider-event.entity.js';
import { ProviderEventRepository } from './provider-event.repository.js';

const SUCCEEDED = 'payment_intent.succeeded';
/** Events come late, twice, and out of order, so an event only triggers a read of the intent it names. */
const TYPES_TO_PROCESS = new Set([SUCCEEDED, 'payment_intent.payment_failed', 'payment_intent.canceled']);

@Injectable()
export class ProviderEventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly webhookVerifier: WebhookVerifier,
    private readonly events: ProviderEventRepository,
    private readonly purchases: PurchaseRepository,
    private readonly charges: ChargesService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async accept({
    rawBody,
    signature,
  }: RequestOf<typeof acceptProviderEvent>): Promise<ResponseOf<typeof acceptProviderEvent>> {
    const event = this.webhookVerifier.verify(rawBody, signature);
    const [unexpected] = await this.events.insertExpected([event]);
    return { stored: unexpected === undefined || (await this.store(event)) };
  }

  /** One event that cannot be stored does not keep the others from being stored. */
  async acceptSeveral({
    events,
  }: RequestOf<typeof acceptProviderEvents>): Promise<ResponseOf<typeof acceptProviderEvents>> {
    const verified = events.map(({ rawBody, signature }) => this.tryVerify(rawBody, signature));
    const unexpected = new Set(
      await this.events.insertExpected(verified.filter((event) => event !== undefined)),
    );
    const isStored = (event: VerifiedEvent | undefined): Promise<boolean> => {
      if (!event) return Promise.resolve(false);
      return unexpected.has(event) ? this.tryStore(event) : Promise.resolve(true);
    };
    const stored = await Promise.all(verified.map(isStored));
    return { failed: stored.flatMap((done, index) => (done ? [] : [index])) };
  }

  /** Returns false if the event is already stored. */
  private store(event: VerifiedEvent): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const isNew = await this.events.insert(tx, event);
      if (isNew) tx.publish(processProviderEvent, { eventId: event.id }, { key: event.id });
      return isNew;
    });
  }

  /** Returns whether the event is stored now. */
  private async tryStore(event: VerifiedEvent): Promise<boolean> {
    try {
      await this.store(event);
      return true;
    } catch (err) {
      this.logger.warn({ err, eventId: event.id }, 'provider event not stored');
      return false;
    }
  }

  private tryVerify(rawBody: string, signature: string): VerifiedEvent | undefined {
    try {
      return this.webhookVerifier.verify(rawBody, signature);
    } catch (err) {
      this.logger.warn({ err }, 'provider event rejected');
      return undefined;
    }
  }

  async process(eventId: string): Promise<void> {
    const event = await this.events.find(eventId);
    if (!event || event.processedAt !== null) return;
    if (TYPES_TO_PROCESS.has(event.type)) await this.processIntentEvent(event);
    await this.events.setProcessed(eventId);
  }

  private async processIntentEvent(event: ProviderEventEntity): Promise<void> {
    const { objectId: intentId, offerId } = event.summary;
    if (intentId === null) return;
    const purchase =
      (await this.purchases.findByIntent(intentId)) ??
      (offerId === null ? null : await this.purchases.findByOffer(offerId));
    if (purchase?.stripePaymentIntentId === intentId) return this.refreshCharge(event, purchase, intentId);
    // We never confirm an intent that no purchase holds, so a succeeded one took money for nothing.
    if (event.type === SUCCEEDED && offerId !== null)
      this.logger.error(
        { alarm: 'payment-without-purchase', eventId: event.eventId, intentId, offerId },
        'payment without purchase reported',
      );
  }

  private async refreshCharge(
    event: ProviderEventEntity,
    purchase: PurchaseEntity,
    intentId: string,
  ): Promise<void> {
    const agrees = (purchase.status !== 'failed') === (event.type === SUCCEEDED);
    if (hasOutcome(purchase.status) && agrees) return;
    const verdict = await this.charges.refresh(purchase, intentId);
    if (verdict.kind === 'unknown')
      throw new Error(`intent of event ${event.eventId} could not be read: ${verdict.reason}`);
  }
}
