import type { Message } from '@desk/bullmq-transport';
import type { PayloadOf, userRegistered } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from './channel.repository.js';

@Injectable()
export class ChannelsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
  ) {}

  /** Creates an email channel with the account's address. Admins get one too, for email about their account. */
  async createForUser(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    await this.transactions.once(message, (tx) =>
      this.channels.insertVerified(tx, {
        buyerId: user.userId,
        kind: 'email',
        address: user.email,
        firstName: user.firstName,
        confirmBy: user.confirmBy,
      }),
    );
  }
}
