import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { OptionalNoticesService } from '../account-mail/optional-notices.service.js';
import { ChannelRegistry } from '../channels/channel-registry.js';
import { ChannelRepository } from '../channels/channel.repository.js';
import type { LeadSale } from '../channels/channel.js';
import { PushesService } from '../pushes/pushes.service.js';
import { NoticePreferencesRepository } from '../notices/notice-preferences.repository.js';
import { enqueueDelivery } from './delivery-dispatcher.js';
import { DeliveryRepository } from './delivery.repository.js';

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly buyerChannels: ChannelRepository,
    private readonly channels: ChannelRegistry,
    private readonly deliveries: DeliveryRepository,
    private readonly pushes: PushesService,
    private readonly preferences: NoticePreferencesRepository,
    private readonly notices: OptionalNoticesService,
  ) {}

  /**
   * Creates and enqueues one delivery per channel of the buyer, and notifications on their browsers. Throws while the buyer has no channel, so that the
   * queue retries: a sale can overtake the buyer's registration, and a paid lead must not be dropped.
   */
  async createForSale(sale: LeadSale, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      // One round trip for both.
      const [buyerChannels, preferences] = await Promise.all([
        this.buyerChannels.listUsable(tx, sale.buyerId),
        this.preferences.find(tx, sale.buyerId),
      ]);
      if (buyerChannels.length === 0) throw new Error(`buyer ${sale.buyerId} has no channel yet`);
      for (const channel of buyerChannels) {
        const id = randomUUID();
        const messageId = this.channels.get(channel.kind).toMessageId(id);
        this.deliveries.insert(tx, { id, messageId, channel, sale });
        // Harmless for a delivery that exists already: its id is another one.
        enqueueDelivery(tx, { id, kind: channel.kind }, 1);
      }
      if (buyerChannels.some(({ hasBrowsers }) => hasBrowsers)) await this.pushes.createForSale(tx, sale);
      const email = buyerChannels.find(({ kind }) => kind === 'email');
      await this.notices.createReceipt(tx, sale, { email, preferences });
      crashPoint('notifier.before-delivery-rows');
    });
    crashPoint('notifier.after-delivery-rows');
  }
}
