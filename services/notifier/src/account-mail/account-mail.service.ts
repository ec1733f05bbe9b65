import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import type { accountMail, offerDeclined, PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { messageIdOf } from '../channels/email/mailbox.js';
import { Mailer } from '../channels/email/mailer.js';
import { AccountMailsRepository } from '../database/repositories/account-mails.repository.js';
import { ChannelsRepository } from '../database/repositories/channels.repository.js';
import { AccountMailDispatcher } from './account-mail.line.js';
import { declineReason } from './decline-reason.js';
import { LinkSeal } from './link-seal.js';

@Injectable()
export class AccountMailService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelsRepository,
    private readonly mails: AccountMailsRepository,
    private readonly line: AccountMailDispatcher,
    private readonly mailer: Mailer,
    private readonly seal: LinkSeal,
  ) {}

  /** One mail for each card that fails, however many charges are tried on it. Throws while no address is known. */
  async tellOfDecline(decline: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    if (!decline.blameCard) return;
    await this.transactions.once(message, async (tx) => {
      const channels = await this.channels.usableOf(tx, decline.buyerId);
      const email = channels.find(({ kind }) => kind === 'email');
      if (!email) throw new Error(`buyer ${decline.buyerId} has no e-mail channel yet`);
      const id = randomUUID();
      const isNew = await this.mails.add(tx, {
        id,
        userId: decline.buyerId,
        occasion: `card-declined-${decline.buyerId}-${decline.cardVersion}`,
        kind: 'email',
        address: email.address,
        messageId: messageIdOf('account-mail', id, this.mailer.from.domain),
        content: {
          subject: 'card-declined',
          firstName: email.firstName,
          reason: declineReason(decline.declineCode),
          declinedAt: decline.declinedAt,
        },
      });
      if (isNew) this.line.order(tx, id, 1);
    });
  }

  /** The order says where it goes: after a change of address, that is not where the channel leads. */
  async queue(order: PayloadOf<typeof accountMail>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const isNew = await this.mails.add(tx, {
        id: order.mailId,
        userId: order.userId,
        occasion: `mail-${order.mailId}`,
        kind: 'email',
        address: order.email,
        messageId: messageIdOf('account-mail', order.mailId, this.mailer.from.domain),
        content: {
          subject: order.kind,
          firstName: order.firstName,
          at: order.at,
          expiresAt: order.expiresAt,
          sealedLink: order.link === null ? null : this.seal.close(order.mailId, order.link),
        },
      });
      if (isNew) this.line.order(tx, order.mailId, 1);
    });
  }
}
