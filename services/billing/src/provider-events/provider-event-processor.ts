import { HandleEvent } from '@desk/bullmq-transport';
import { type PayloadOf, processProviderEvent } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import Stripe from 'stripe';
import { CardSetupsService } from '../cards/card-setups.service.js';
import { CardUpdatesService } from '../cards/card-updates.service.js';
import { ChargeOutcomeRecorder } from '../charges/charge-outcome-recorder.js';
import { hasOutcome } from '../charges/charge-rules.js';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { eventSubjects, isHandled } from '../provider/provider-event.js';
import { isAccessDenied } from '../provider/provider-failure.js';
import { unanswered, unknownVerdict } from '../provider/verdict.js';
import { RefundRecorder } from '../refunds/refund-recorder.js';
import type { ProviderEventEntity } from './provider-event.entity.js';
import { ProviderEventRepository } from './provider-event.repository.js';

const SUCCEEDED = 'payment_intent.succeeded';
/** Types after which an intent usually has its outcome. */
const OUTCOMES: ReadonlySet<string> = new Set([
  SUCCEEDED,
  'payment_intent.payment_failed',
  'payment_intent.canceled',
]);

/**
 * Processes stored events. They come late, several times, and in any order, so an event only triggers a read of the
 * object that it names.
 */
@Controller()
export class ProviderEventProcessor {
  constructor(
    private readonly events: ProviderEventRepository,
    private readonly purchases: PurchaseRepository,
    private readonly charges: ChargeOutcomeRecorder,
    private readonly cards: CardUpdatesService,
    private readonly cardSetups: CardSetupsService,
    private readonly refunds: RefundRecorder,
    private readonly disputes: DisputesService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleEvent(processProviderEvent)
  async process({ eventId }: PayloadOf<typeof processProviderEvent>): Promise<void> {
    const event = await this.events.find(eventId);
    if (!event || event.processedAt !== null) return;
    try {
      await this.readObject(event);
    } catch (error) {
      // A wrong API key is not the event's fault, so the failure must not count against it.
      if (error instanceof Stripe.errors.StripeError && isAccessDenied(error))
        throw unanswered(`the object of event ${eventId} could not be read`, unknownVerdict('access_denied'));
      throw error;
    }
    await this.events.setProcessed(eventId);
  }

  private async readObject(event: ProviderEventEntity): Promise<void> {
    const { objectId } = event.summary;
    switch (isHandled(event.type) ? eventSubjects[event.type] : undefined) {
      case 'charge':
        return this.processIntentEvent(event);
      case 'refund':
        return this.processRefundEvent(event);
      case 'dispute':
        return this.processDisputeEvent(event);
      case 'card':
        return objectId === null ? undefined : this.cards.refresh(objectId);
      case 'card-setup':
        return objectId === null ? undefined : this.cardSetups.recordFailure(objectId, event.eventId);
      default:
        return undefined;
    }
  }

  private async processIntentEvent(event: ProviderEventEntity): Promise<void> {
    const { objectId: intentId, offerId } = event.summary;
    if (intentId === null) return;
    const purchase =
      (await this.purchases.findByIntent(intentId)) ??
      (offerId === null ? null : await this.purchases.findByOffer(offerId));
    if (purchase?.stripePaymentIntentId === intentId) return this.refreshCharge(event, purchase);
    // We never confirm an intent that no purchase holds, so a succeeded one took money for nothing.
    if (event.type === SUCCEEDED && offerId !== null)
      this.logger.error(
        { alarm: 'payment-without-purchase', eventId: event.eventId, intentId, offerId },
        'payment without purchase reported',
      );
  }

  private async refreshCharge(event: ProviderEventEntity, purchase: PurchaseEntity): Promise<void> {
    const agrees = (purchase.status !== 'failed') === (event.type === SUCCEEDED);
    if (hasOutcome(purchase.status) && (agrees || !OUTCOMES.has(event.type))) return;
    const verdict = await this.charges.refresh(purchase);
    if (verdict.kind === 'unknown' && OUTCOMES.has(event.type))
      throw unanswered(`intent of event ${event.eventId} could not be read: ${verdict.reason}`, verdict);
  }

  /** The refund may be ours, or made in the provider's dashboard. */
  private async processRefundEvent({ eventId, type, summary }: ProviderEventEntity): Promise<void> {
    const { intentId } = summary;
    if (intentId === undefined) return;
    const purchase = await this.findPaid(intentId);
    if (purchase) return this.refunds.refresh(purchase);
    this.logger.warn({ eventId, type, intentId }, 'event about a payment without purchase');
  }

  private async processDisputeEvent({ eventId, type, summary }: ProviderEventEntity): Promise<void> {
    const { intentId, objectId: disputeId } = summary;
    if (intentId === undefined || disputeId === null) return;
    const purchase = await this.findPaid(intentId);
    if (purchase) return this.disputes.refresh(purchase, disputeId);
    this.logger.error(
      { eventId, type, intentId, alarm: 'dispute-without-purchase' },
      'dispute of a payment without purchase',
    );
  }

  /** A refund or dispute proves that the charge succeeded, even if the event of the charge has not come yet. */
  private async findPaid(intentId: string): Promise<PurchaseEntity | null> {
    const purchase = await this.purchases.findByIntent(intentId);
    if (!purchase || hasOutcome(purchase.status)) return purchase;
    const verdict = await this.charges.refresh(purchase);
    if (verdict.kind !== 'succeeded')
      throw unanswered(
        `the charge of purchase ${purchase.id} has no outcome yet: ${verdict.kind}`,
        verdict.kind === 'unknown' ? verdict : undefined,
      );
    return this.purchases.get(purchase.id);
  }
}
