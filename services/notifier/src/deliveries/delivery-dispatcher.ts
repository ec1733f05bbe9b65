import {
  type ChannelKind,
  channelFacts,
  isOptionalChannel,
  leadDeferred,
  leadDelivered,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { ChangeAnnouncer, DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { ChannelRegistry } from '../channels/channel-registry.js';
import { ChannelHealth } from '../channels/channel-health.js';
import type { AttemptedDestination } from '../channels/optional-channel.repository.js';
import type { LeadSale } from '../channels/channel.js';
import { ChannelRepository } from '../channels/channel.repository.js';
import type { Attempt, Dispatcher, SendLimits, SentMessage } from '../sending/dispatcher.js';
import type { Postponement, SendFailure, SendOutcome } from '../sending/send-outcome.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryRepository, toContentPurpose } from './delivery.repository.js';
import { mayContainPersonalData, type StoredContact } from './personal-data.js';
import { timeZoneOf } from '../notices/notice-preferences.repository.js';
import { UndeliverableLeadsService } from '../undeliverable-leads/undeliverable-leads.service.js';

type ClaimedDelivery = ClaimedRow<LeadSale> & {
  readonly kind: ChannelKind;
  readonly channelId: string;
  readonly contact: StoredContact;
  readonly timeZone: string | null;
};

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
  verifiedAt: contact.verifiedAt ?? null,
});

@Injectable()
export class DeliveryDispatcher implements Dispatcher<ClaimedDelivery> {
  readonly rows: SendingRepository<ClaimedDelivery>;

  constructor(
    private readonly registry: ChannelRegistry,
    private readonly channels: ChannelRepository,
    private readonly health: ChannelHealth,
    private readonly undeliverableLeads: UndeliverableLeadsService,
    private readonly deliveries: DeliveryRepository,
    private readonly metrics: DeliveryMetrics,
    private readonly announcer: ChangeAnnouncer,
    cipher: DataCipher,
  ) {
    this.rows = new SendingRepository('deliveries', {
      set: `contact = ${CONTACT_SQL}, address = ${ADDRESS_SQL}`,
      returning: `contact, channel_id AS "channelId", ${timeZoneOf('deliveries.buyer_id')}`,
      read: (stored, id) => cipher.decryptJson(stored as LeadSale | string, toContentPurpose(id)),
    });
  }

  limits(kind: ChannelKind): SendLimits {
    return channelFacts[kind];
  }

  async send(row: ClaimedDelivery): Promise<SendOutcome | Postponement> {
    const { id: deliveryId, kind, address, messageId, content: sale, contact } = row;
    const message = { deliveryId, address, messageId, sale };
    if (isOptionalChannel(kind)) return this.health.send(kind, { ...message, isRedacted: false });
    const isRedacted = !mayContainPersonalData(contact);
    const outcome = await this.registry
      .get(kind)
      .send({ ...message, isRedacted, timeZone: row.timeZone ?? undefined });
    return outcome.result === 'accepted' && isRedacted ? { ...outcome, isRedacted } : outcome;
  }

  logAttempts(tx: Tx, attempts: readonly Attempt<ClaimedDelivery>[]): void {
    this.deliveries.logAttempts(tx, attempts);
    tx.afterCommit(() => this.announcer.announce('deliveries'));
  }

  onSent(tx: Tx, sent: readonly SentMessage<ClaimedDelivery>[]): void {
    this.deliveries.recordSent(tx, sent);
    for (const { row, sentAt, inContext } of sent) {
      const { leadId, offerId, buyerId } = row.content;
      const deliveredAt = sentAt.toISOString();
      inContext(() =>
        tx.publish(
          leadDelivered,
          { deliveryId: row.id, leadId, offerId, buyerId, channel: row.kind, deliveredAt },
          { key: row.id },
        ),
      );
    }
  }

  async onFailure(
    tx: Tx,
    row: ClaimedDelivery,
    failure: SendFailure & { readonly isFinal: boolean },
  ): Promise<boolean> {
    const { id, kind, address, content, claimedAt } = row;
    if (isOptionalChannel(kind)) await this.health.recordFailure(tx, kind, toDestination(row), failure);
    else if (failure.isBounce) await this.channels.recordBounce(tx, content.buyerId, address, claimedAt);
    if (failure.isOurFailure !== true) await this.publishDeferred(tx, row);
    if (!failure.isFinal) return false;
    // A change of address either precedes, and the new one is tried, or finds that the delivery has failed.
    await this.deliveries.lockChannelOf(tx, id);
    await this.undeliverableLeads.lockDeliveries(tx, id);
    return this.deliveries.hasNewDestination(tx, id, { ...toDestination(row), address });
  }

  /** Under the key of the offer, so that it is published once. */
  private async publishDeferred(tx: Tx, { content }: ClaimedDelivery): Promise<void> {
    const { leadId, offerId, buyerId } = content;
    if (await this.deliveries.isSent(tx, leadId)) return;
    tx.publish(leadDeferred, { leadId, offerId, buyerId }, { key: offerId });
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
}
