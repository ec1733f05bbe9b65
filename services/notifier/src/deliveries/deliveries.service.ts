import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import type { leadSold, PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { LeadSenders } from '../channels/lead-sender.js';
import { ChannelsRepository } from '../database/repositories/channels.repository.js';
import { DeliveriesRepository } from '../database/repositories/deliveries.repository.js';
import { DeliveryDispatcher } from './delivery.line.js';

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly senders: LeadSenders,
    private readonly line: DeliveryDispatcher,
  ) {}

  /**
   * One delivery for each channel of the buyer, and the order to send it. Throws while the buyer has none: the sale
   * may overtake the news of the registration, and a paid lead is not dropped for want of an address.
   */
  async queue(sale: PayloadOf<typeof leadSold>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const channels = await this.channels.usableOf(tx, sale.buyerId);
      if (channels.length === 0) throw new Error(`buyer ${sale.buyerId} has no channel yet`);
      for (const channel of channels) {
        const id = randomUUID();
        const messageId = this.senders.of(channel.kind).messageId(id);
        if (await this.deliveries.add(tx, { id, messageId, channel, sale })) this.line.order(tx, id, 1);
      }
      crashPoint('notifier.before-delivery-rows');
    });
    crashPoint('notifier.after-delivery-rows');
  }
}
