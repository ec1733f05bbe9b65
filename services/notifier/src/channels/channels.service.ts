import type { Message } from '@desk/bullmq-transport';
import type { contactChanged, PayloadOf, userRegistered } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelsRepository } from '../database/repositories/channels.repository.js';

@Injectable()
export class ChannelsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelsRepository,
  ) {}

  /** The address that an account is opened with is where its leads go. Admins get one too, for account mail. */
  async register(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    await this.transactions.once(message, (tx) =>
      this.channels.addVerified(tx, {
        buyerId: user.userId,
        kind: 'email',
        address: user.email,
        firstName: user.firstName,
      }),
    );
  }

  async changeContact(contact: PayloadOf<typeof contactChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, (tx) =>
      this.channels.changeContact(tx, {
        buyerId: contact.userId,
        kind: 'email',
        address: contact.email,
        firstName: contact.firstName,
        at: contact.at,
      }),
    );
  }
}
