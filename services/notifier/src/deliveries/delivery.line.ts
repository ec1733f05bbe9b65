import { leadDelivered, sendDelivery } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { LeadSenders } from '../channels/lead-sender.js';
import type { Claimed } from '../database/repositories/sending.repository.js';
import type { SendOutcome } from '../sending/outcome.js';
import type { Dispatcher } from '../sending/sending-line.js';

@Injectable()
export class DeliveryDispatcher implements Dispatcher<'deliveries'> {
  readonly table = 'deliveries';

  constructor(private readonly senders: LeadSenders) {}

  order(tx: Tx, deliveryId: string, attempt: number, delayMs = 0): void {
    tx.publish(sendDelivery, { deliveryId, attempt }, { key: `${deliveryId}-${attempt}`, delayMs });
  }

  async send(delivery: Claimed<'deliveries'>): Promise<SendOutcome> {
    return this.senders.of(delivery.kind).send(delivery);
  }

  tellSent(tx: Tx, { id, kind, content }: Claimed<'deliveries'>, sentAt: Date): void {
    const { leadId, offerId, buyerId } = content;
    const deliveredAt = sentAt.toISOString();
    tx.publish(
      leadDelivered,
      { deliveryId: id, leadId, offerId, buyerId, channel: kind, deliveredAt },
      { key: id },
    );
  }

  idsOf({ id, content }: Claimed<'deliveries'>): Record<string, string> {
    return { deliveryId: id, leadId: content.leadId, buyerId: content.buyerId };
  }
}
