import type { Message } from '@desk/bullmq-transport';
import type { contactChanged, PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AccountMailRepository } from '../account-mail/account-mail.repository.js';
import { ChannelRepository } from '../channels/channel.repository.js';
import { DeliveryRepository } from './delivery.repository.js';

@Injectable()
export class ContactChangeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly mails: AccountMailRepository,
  ) {}

  /** Also redirects queued deliveries and notices: the previous address may be why they were not accepted. */
  async apply(contact: PayloadOf<typeof contactChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const { userId, email } = contact;
      const saved = await this.channels.saveContact(tx, {
        buyerId: userId,
        kind: 'email',
        address: email,
        firstName: contact.firstName,
        at: contact.at,
        version: contact.version,
        confirmation: contact.confirmation,
      });
      if (!saved) return;
      await this.deliveries.updateQueuedAddress(tx, saved.channelId, email);
      const { previousAddress } = saved;
      if (previousAddress !== null && previousAddress !== email)
        await this.mails.redirectQueued(tx, { userId, from: previousAddress, to: email });
    });
  }
}
