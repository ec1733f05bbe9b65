import type { Message } from '@desk/bullmq-transport';
import type { contactChanged, PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../channels/channel.repository.js';
import { DeliveryRepository } from './delivery.repository.js';

@Injectable()
export class ContactChangeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly deliveries: DeliveryRepository,
  ) {}

  /** Also redirects queued deliveries: the previous address may be why they were not accepted. */
  async apply(contact: PayloadOf<typeof contactChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const channelId = await this.channels.saveContact(tx, {
        buyerId: contact.userId,
        kind: 'email',
        address: contact.email,
        firstName: contact.firstName,
        at: contact.at,
        version: contact.version,
        ...(contact.confirmation === undefined ? {} : { confirmation: contact.confirmation }),
      });
      if (channelId) await this.deliveries.updateQueuedAddress(tx, channelId, contact.email);
    });
  }
}
