import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { contactChanged, type PayloadOf, userRegistered } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AccountMailRepository } from '../account-mail/account-mail.repository.js';
import { ChannelRepository } from '../channels/channel.repository.js';
import { DeliveryRepository } from '../deliveries/delivery.repository.js';
import { NoticePreferencesRepository } from '../notices/notice-preferences.repository.js';

/** Keeps each user's email channel and time zone in step with their account: admins get email about it too. */
@Controller()
export class ContactsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly mails: AccountMailRepository,
    private readonly preferences: NoticePreferencesRepository,
  ) {}

  @HandleEvent(userRegistered)
  async add(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await this.channels.insertEmail(tx, user);
      await this.preferences.saveTimeZone(tx, user.userId, user.timeZone, 0);
    });
  }

  /** Also redirects queued deliveries and notices: the previous address may be why they were not accepted. */
  @HandleEvent(contactChanged)
  async change(contact: PayloadOf<typeof contactChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const saved = await this.channels.saveContact(tx, contact);
      if (!saved) return;
      const { userId, email: to } = contact;
      const { channelId, previousAddress: from } = saved;
      await this.deliveries.updateQueuedAddress(tx, channelId, to);
      if (from !== null && from !== to) await this.mails.redirectQueued(tx, { userId, from, to });
    });
  }
}
