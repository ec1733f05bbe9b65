import { leadDelivered, sendDelivery } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelRegistry } from '../channels/channel-registry.js';
import type { LeadSale } from '../channels/channel.js';
import type { Dispatcher } from '../sending/dispatcher.js';
import type { SendOutcome } from '../sending/send-outcome.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';

/** Publishes the request for an attempt. Idempotent per delivery and attempt. */
export function enqueueDelivery(tx: Tx, deliveryId: string, attempt: number, delayMs = 0): void {
  tx.publish(sendDelivery, { deliveryId, attempt }, { key: `${deliveryId}-${attempt}`, delayMs });
}

@Injectable()
export class DeliveryDispatcher implements Dispatcher<LeadSale> {
  readonly rows = new SendingRepository<LeadSale>('deliveries');
  readonly enqueue = enqueueDelivery;

  constructor(private readonly channels: ChannelRegistry) {}

  async send({ id, kind, address, messageId, content: sale }: ClaimedRow<LeadSale>): Promise<SendOutcome> {
    return this.channels.get(kind).send({ deliveryId: id, address, messageId, sale });
  }

  publishSent(tx: Tx, { id, kind, content }: ClaimedRow<LeadSale>, sentAt: Date): void {
    const { leadId, offerId, buyerId } = content;
    const deliveredAt = sentAt.toISOString();
    tx.publish(
      leadDelivered,
      { deliveryId: id, leadId, offerId, buyerId, channel: kind, deliveredAt },
      { key: id },
    );
  }

  toLogFields({ id, content }: ClaimedRow<LeadSale>): Record<string, string> {
    return { deliveryId: id, leadId: content.leadId, buyerId: content.buyerId };
  }
}
