import {
  type ChannelKind,
  channelFacts,
  isOptionalChannel,
  leadDeferred,
  leadDelivered,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { ChangeAnnouncer, InjectLogger, type Logger, ProviderCalls } from '@desk/service-kit';
import type { LaneLimits, Postponement } from '@desk/steps';
import { Injectable } from '@nestjs/common';
import { ChannelRegistry } from '../channels/channel-registry.js';
import { ChannelHealth } from '../channels/channel-health.js';
import type { AttemptedDestination } from '../channels/optional-channel.repository.js';
import { BounceRepository } from '../channels/email/bounce.repository.js';
import { MessageFlow } from '../sending/message-flow.js';
import type { SendAttempt, SendFailure, SendOutcome, SentMessage } from '../sending/send-outcome.js';
import { destinations } from '../sending/sending.repository.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { type ClaimedDelivery, DeliveryRepository } from './delivery.repository.js';
import { FailedDeliveryRepository } from './failed-delivery.repository.js';
import { mayContainPersonalData } from './personal-data.js';
import { UndeliverableLeadsService } from '../undeliverable-leads/undeliverable-leads.service.js';

/** The claim precedes reading the channel, so an attempt is never taken for one at a later destination. */
const toDestination = ({ channelId, contact }: ClaimedDelivery): AttemptedDestination => ({
  channelId,
  verifiedAt: contact.verifiedAt ?? null,
});

@Injectable()
export class DeliveryFlow extends MessageFlow<ClaimedDelivery> {
  constructor(
    private readonly registry: ChannelRegistry,
    private readonly bounces: BounceRepository,
    private readonly health: ChannelHealth,
    private readonly undeliverableLeads: UndeliverableLeadsService,
    private readonly deliveries: DeliveryRepository,
    private readonly failedDeliveries: FailedDeliveryRepository,
    private readonly metrics: DeliveryMetrics,
    private readonly announcer: ChangeAnnouncer,
    calls: ProviderCalls,
    @InjectLogger() logger: Logger,
  ) {
    super(deliveries.table, calls, logger);
  }

  limits(kind: ChannelKind): LaneLimits<ClaimedDelivery> {
    const { concurrency, perDestination } = channelFacts[kind];
    if (!perDestination) return { concurrency };
    const { by, limit } = perDestination;
    return { concurrency, perDestination: { of: destinations[by], limit } };
  }

  async send(row: ClaimedDelivery): Promise<SendOutcome | Postponement> {
    if (row.isRefunded) return { result: 'permanent', reason: 'LEAD_REFUNDED' };
    const { id: deliveryId, kind, address, messageId, content: sale, contact } = row;
    const message = { deliveryId, address, messageId, sale };
    if (isOptionalChannel(kind))
      return this.health.send(row.channelId, kind, { ...message, isRedacted: false });
    const isRedacted = !mayContainPersonalData(contact);
    const outcome = await this.registry
      .get(kind)
      .send({ ...message, isRedacted, timeZone: row.timeZone ?? undefined });
    return outcome.result === 'accepted' && isRedacted ? { ...outcome, isRedacted } : outcome;
  }

  protected override logAttempts(tx: Tx, attempts: readonly SendAttempt<ClaimedDelivery>[]): void {
    this.deliveries.logAttempts(tx, attempts);
    tx.afterCommit(() => this.announcer.announce('deliveries'));
  }

  protected override onSent(tx: Tx, sent: readonly SentMessage<ClaimedDelivery>[]): void {
    this.deliveries.recordSent(tx, sent);
    for (const { row, sentAt, inContext } of sent) {
      const { leadId, offerId, buyerId } = row.content;
      const deliveredAt = sentAt.toISOString();
      const delivered = { deliveryId: row.id, leadId, offerId, buyerId, channel: row.kind, deliveredAt };
      inContext(() => tx.publish(leadDelivered, delivered, { key: row.id }));
    }
  }

  async onFailure(
    tx: Tx,
    row: ClaimedDelivery,
    failure: SendFailure & { readonly isFinal: boolean },
  ): Promise<boolean> {
    // Ends like a delivery that the refund canceled: neither the channel nor we failed.
    if (row.isRefunded) return false;
    const { id, kind, address, content, claimedAt } = row;
    if (isOptionalChannel(kind)) await this.health.recordFailure(tx, kind, toDestination(row), failure);
    else if (failure.isBounce) await this.bounces.recordBounce(tx, content.buyerId, address, claimedAt);
    if (failure.isOurFailure !== true) await this.publishDeferred(tx, row);
    if (!failure.isFinal) return false;
    // A change of address either precedes this lock, and the new one is tried, or waits, and finds the delivery failed.
    await this.undeliverableLeads.lockDeliveries(tx, id);
    return this.failedDeliveries.hasNewDestination(tx, id, { ...toDestination(row), address });
  }

  /** Under the key of the offer, so that it is published once. */
  private async publishDeferred(tx: Tx, { content }: ClaimedDelivery): Promise<void> {
    const { leadId, offerId, buyerId } = content;
    if (await this.failedDeliveries.isSent(tx, leadId)) return;
    tx.publish(leadDeferred, { leadId, offerId, buyerId }, { key: offerId });
  }

  protected override async onFailed(tx: Tx, { isRefunded, content }: ClaimedDelivery): Promise<void> {
    if (!isRefunded) await this.undeliverableLeads.publishIfUndeliverable(tx, content);
  }

  protected override async afterSent({ row, outcome, sentAt }: SentMessage<ClaimedDelivery>): Promise<void> {
    this.metrics.countSent(row.kind, row.content, sentAt);
    if (outcome.endsFailures) await this.health.recordAccepted(toDestination(row));
  }

  protected override afterFailed({ kind, isRefunded }: ClaimedDelivery): void {
    if (!isRefunded) this.metrics.count(kind, 'failed');
  }

  toLogFields({ id, content }: ClaimedDelivery): Record<string, string> {
    return { deliveryId: id, leadId: content.leadId, buyerId: content.buyerId };
  }
}
