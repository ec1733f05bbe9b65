import { leadDelivered, sendDelivery } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { BounceService } from '../channels/bounce.service.js';
import { ChannelRegistry } from '../channels/channel-registry.js';
import type { LeadSale } from '../channels/channel.js';
import type { Dispatcher } from '../sending/dispatcher.js';
import type { SendAccepted, SendOutcome } from '../sending/send-outcome.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';
import { toContentPurpose } from './content-purpose.js';
import { mayContainPersonalData } from './personal-data.js';

/** Publishes the request for an attempt. Idempotent per delivery and attempt. */
export function enqueueDelivery(tx: Tx, deliveryId: string, attempt: number, delayMs = 0): void {
  tx.publish(sendDelivery, { deliveryId, attempt }, { key: `${deliveryId}-${attempt}`, delayMs });
}

/** The invariant `personal-data-to-owners` compares it with what was sent. */
const CONTACT_SQL = `COALESCE((
  SELECT jsonb_build_object('at', now(), 'confirmedAt', c.confirmed_at, 'confirmBy', c.confirm_by,
                            'bouncedAt', c.bounced_at)
    FROM channels c WHERE c.id = deliveries.channel_id AND c.address = deliveries.address), '{}')`;

@Injectable()
export class DeliveryDispatcher implements Dispatcher<LeadSale> {
  readonly rows: SendingRepository<LeadSale>;
  readonly enqueue = enqueueDelivery;

  constructor(
    private readonly channels: ChannelRegistry,
    private readonly bounces: BounceService,
    cipher: DataCipher,
  ) {
    this.rows = new SendingRepository<LeadSale>('deliveries', {
      recorded: { column: 'contact', sql: CONTACT_SQL },
      read: (stored, id) => cipher.decryptJson(stored, toContentPurpose(id)),
    });
  }

  async send(row: ClaimedRow<LeadSale>): Promise<SendOutcome> {
    const { id, kind, address, messageId, content: sale, contact = {} } = row;
    const isRedacted = kind === 'email' && !mayContainPersonalData(contact);
    const outcome = await this.channels
      .get(kind)
      .send({ deliveryId: id, address, messageId, sale, isRedacted });
    return outcome.result === 'accepted' && isRedacted ? { ...outcome, isRedacted } : outcome;
  }

  async onSent(
    tx: Tx,
    { id, kind, content }: ClaimedRow<LeadSale>,
    { sentAt, isRedacted }: SendAccepted & { readonly sentAt: Date },
  ): Promise<void> {
    if (isRedacted) await tx.query('UPDATE deliveries SET redacted = true WHERE id = $1', [id]);
    const { leadId, offerId, buyerId } = content;
    const deliveredAt = sentAt.toISOString();
    tx.publish(
      leadDelivered,
      { deliveryId: id, leadId, offerId, buyerId, channel: kind, deliveredAt },
      { key: id },
    );
  }

  onBounce(tx: Tx, { address, content }: ClaimedRow<LeadSale>): Promise<void> {
    return this.bounces.record(tx, content.buyerId, address);
  }

  toLogFields({ id, content }: ClaimedRow<LeadSale>): Record<string, string> {
    return { deliveryId: id, leadId: content.leadId, buyerId: content.buyerId };
  }
}
