import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { contactChanged, type PayloadOf, userRegistered } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AccountMailRepository } from '../account-mail/account-mail.repository.js';
import { NoticeSettingsRepository } from '../notices/notice-settings.repository.js';
import { ContactRepository } from './contact.repository.js';

/** Keeps each user's email channel in step with the account. Admins have one too, for email about their accounts. */
@Controller()
export class ContactsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly contacts: ContactRepository,
    private readonly mails: AccountMailRepository,
    private readonly notices: NoticeSettingsRepository,
  ) {}

  @HandleEvent(userRegistered)
  async add(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await this.contacts.insertEmail(tx, user);
      await this.notices.saveTimeZone(tx, user.userId, user.timeZone, 0);
    });
  }

  /** Also redirects queued deliveries and notices: the previous address may be why they were not accepted. */
  @HandleEvent(contactChanged)
  async change(contact: PayloadOf<typeof contactChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const saved = await this.contacts.saveContact(tx, contact);
      if (!saved) return;
      const { userId, email: to } = contact;
      const { channelId, previousAddress: from } = saved;
      await this.contacts.updateQueuedAddress(tx, channelId, to);
      if (from !== null && from !== to) await this.mails.redirectQueued(tx, { userId, from, to });
    });
  }
}
