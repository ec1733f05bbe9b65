import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { LeadSale } from '../channels/channel.js';
import { toPushContent } from '../channels/push/push-notification.js';
import { enqueuePush } from './push-dispatcher.js';
import { PushMessageRepository } from './push-message.repository.js';

@Injectable()
export class PushesService {
  constructor(private readonly messages: PushMessageRepository) {}

  /** Announces a sold lead on each browser of its buyer, besides the deliveries. */
  async createForSale(tx: Tx, sale: LeadSale): Promise<void> {
    const ids = await this.messages.insertForBrowsers(tx, sale.buyerId, toPushContent(sale));
    for (const id of ids) enqueuePush(tx, id, 1);
  }
}
