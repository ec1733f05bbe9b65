import {
  type ChannelKind,
  channelFacts,
  isOptionalChannel,
  leadDeferred,
  leadDelivered,
  sendDelivery,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { crashPoint, DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { BounceService } from '../channels/bounce.service.js';
import { ChannelRegistry } from '../channels/channel-registry.js';
import { ChannelHealth } from '../channels/optional/channel-health.js';
import type { AttemptedDestination } from '../channels/optional/optional-channel.repository.js';
import type { LeadSale } from '../channels/channel.js';
import type { Dispatcher } from '../sending/dispatcher.js';
import type { DestinationLimit } from '../sending/destination-places.js';
import type { Postponement, SendAccepted, SendFailure, SendOutcome } from '../sending/send-outcome.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryRepository } from './delivery.repository.js';
import { toContentPurpose } from './content-purpose.js';
import { mayContainPersonalData } from './personal-data.js';
import { passCrashPoints } from '../sending/send-crash-points.js';
import { UndeliverableLeadsService } from './undeliverable-leads.service.js';

type ClaimedDelivery = ClaimedRow<LeadSale> & { readonly kind: ChannelKind; readonly channelId: string };

/** Publishes the request for an attempt. Idempotent per delivery and attempt. */
export function enqueueDelivery(
  tx: Tx,
  { id, kind }: { readonly id: string; readonly kind: ChannelKind },
  attempt: number,
  delayMs = 0,
): void {
  tx.publish(sendDelivery, { deliveryId: id, attempt, channel: kind }, { key: `${id}-${attempt}`, delayMs });
}

const IS_USABLE = 'c.verified_at IS NOT NULL AND c.disabled_at IS NULL';
/**
 * An email goes to the address that its channel has at the attempt, even if that was changed while the delivery was created.
 * The other channels are used as they are, whatever the delivery's address.
 */
const ADDRESS_SQL = `COALESCE((
  SELECT c.address FROM channels c WHERE c.id = deliveries.channel_id AND c.kind = 'email' AND ${IS_USABLE}), address)`;
/** The invariant `personal-data-to-owners` compares it with what was sent. */
const CONTACT_SQL = `COALESCE((
  SELECT jsonb_build_object('at', now(), 'verifiedAt', c.verified_at, 'confirmedAt', c.confirmed_at,
                            'confirmBy', c.confirm_by, 'bouncedAt', c.bounced_at)
    FROM channels c
   WHERE c.id = deliveries.channel_id
     AND (c.kind <> 'email' OR (${IS_USABLE}) OR c.address = deliveries.address)), '{}')`;

/** The claim precedes reading the channel, so an attempt is never taken for one at a later destination. */
const toDestination = ({ channelId, contact }: ClaimedDelivery): AttemptedDestination => ({
  channelId,
  verifiedAt: contact?.verifiedAt ?? null,
});

@Injectable()
export class DeliveryDispatcher implements Dispatcher<LeadSale> {
  readonly rows: SendingRepository<LeadSale>;
  readonly enqueue = enqueueDelivery;

  constructor(
    private readonly channels: ChannelRegistry,
    private readonly bounces: BounceService,
    private readonly health: ChannelHealth,
    private readonly undeliverableLeads: UndeliverableLeadsService,
    private readonly deliveries: DeliveryRepository,
    private readonly metrics: DeliveryMetrics,
    cipher: DataCipher,
  ) {
    this.rows = new SendingRepository<LeadSale>('deliveries', {
      recorded: { column: 'contact', sql: CONTACT_SQL },
      addressSql: ADDRESS_SQL,
      logsAttempts: true,
      hasChannels: true,
      read: (stored, id) => cipher.decryptJson(stored, toContentPurpose(id)),
    });
  }

  places(kind: ChannelKind): number {
    return channelFacts[kind].concurrency;
  }

  limitPerDestination(kind: ChannelKind): DestinationLimit | undefined {
    return channelFacts[kind].perDestination;
  }

  send(row: ClaimedDelivery): Promise<SendOutcome | Postponement> {
    return passCrashPoints(row.kind, () => this.sendOver(row));
  }

  async onSent(
    tx: Tx,
    { id, kind, content }: ClaimedDelivery,
    { sentAt, isRedacted, providerMessageId }: SendAccepted & { readonly sentAt: Date },
  ): Promise<void> {
    if (isRedacted) await tx.query('UPDATE deliveries SET redacted = true WHERE id = $1', [id]);
    if (providerMessageId !== undefined)
      await tx.query('UPDATE deliveries SET provider_message_id = $2 WHERE id = $1', [id, providerMessageId]);
    const { leadId, offerId, buyerId } = content;
    const deliveredAt = sentAt.toISOString();
    tx.publish(
      leadDelivered,
      { deliveryId: id, leadId, offerId, buyerId, channel: kind, deliveredAt },
      { key: id },
    );
  }

  async onFailure(
    tx: Tx,
    row: ClaimedDelivery,
    failure: SendFailure & { readonly isFinal: boolean },
  ): Promise<void> {
    if (isOptionalChannel(row.kind))
      await this.health.recordFailure(tx, row.kind, toDestination(row), failure);
    else if (failure.isBounce) await this.bounces.record(tx, row.content.buyerId, row.address, row.claimedAt);
    if (failure.isOurFailure !== true) await this.publishDeferred(tx, row);
    if (!failure.isFinal) return;
    // A change of address either precedes, and the new one is tried, or finds that the delivery has failed.
    await this.deliveries.lockChannelOf(tx, row.id);
    await this.undeliverableLeads.lockDeliveries(tx, row.id);
  }

  /** Under the key of the offer, so that it is published once. */
  private async publishDeferred(tx: Tx, { content }: ClaimedDelivery): Promise<void> {
    const { leadId, offerId, buyerId } = content;
    if (await this.deliveries.isSent(tx, leadId)) return;
    tx.publish(leadDeferred, { leadId, offerId, buyerId }, { key: offerId });
    crashPoint('notifier.before-deferred-commit');
  }

  hasNewDestination(tx: Tx, row: ClaimedDelivery): Promise<boolean> {
    const { address } = row;
    return this.deliveries.hasNewDestination(tx, row.id, { ...toDestination(row), address });
  }

  onFailed(tx: Tx, row: ClaimedDelivery): Promise<void> {
    return this.undeliverableLeads.publishIfUndeliverable(tx, row.content);
  }

  async afterSent(row: ClaimedDelivery, sentAt: Date): Promise<void> {
    this.metrics.countSent(row.kind, row.content, sentAt);
    if (isOptionalChannel(row.kind)) await this.health.recordAccepted(toDestination(row));
  }

  afterFailed({ kind }: ClaimedDelivery): void {
    this.metrics.countFailed(kind);
  }

  toLogFields({ id, content }: ClaimedDelivery): Record<string, string> {
    return { deliveryId: id, leadId: content.leadId, buyerId: content.buyerId };
  }

  private async sendOver(row: ClaimedDelivery): Promise<SendOutcome | Postponement> {
    const { id, kind, address, messageId, content: sale, contact = {} } = row;
    if (isOptionalChannel(kind))
      return this.health.send(kind, { deliveryId: id, address, messageId, sale, isRedacted: false });
    const isRedacted = !mayContainPersonalData(contact);
    const outcome = await this.channels
      .get(kind)
      .send({ deliveryId: id, address, messageId, sale, isRedacted });
    return outcome.result === 'accepted' && isRedacted ? { ...outcome, isRedacted } : outcome;
  }
}
