import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import type {
  accountMail,
  buyerReviewChanged,
  cardExpiring,
  leadRefunded,
  offerDeclined,
  PayloadOf,
  problemReportChanged,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../channels/channel.repository.js';
import { Mailer } from '../channels/email/mailer.js';
import { recordRefundedLead } from '../sending/refunded-leads.js';
import { toDeclineReason } from '../templates/decline-reason.js';
import { enqueueAccountMail } from './account-mail-dispatcher.js';
import { AccountMailRepository } from './account-mail.repository.js';
import { LinkSealer } from './link-sealer.js';

@Injectable()
export class AccountMailService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly mails: AccountMailRepository,
    private readonly mailer: Mailer,
    private readonly linkSealer: LinkSealer,
  ) {}

  /**
   * Enqueues one email per failing card, however many charges it declines. Throws while the buyer's address is
   * unknown, so that the queue retries.
   */
  async createForDecline(decline: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    if (!decline.blameCard) return;
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, decline.buyerId)) return;
      const channels = await this.channels.listUsable(tx, decline.buyerId);
      const email = channels.find(({ kind }) => kind === 'email');
      if (!email) throw new Error(`buyer ${decline.buyerId} has no email channel yet`);
      const id = randomUUID();
      const isNew = await this.mails.insert(tx, {
        id,
        userId: decline.buyerId,
        occasion: `card-declined-${decline.buyerId}-${decline.cardVersion}`,
        kind: 'email',
        address: email.address,
        messageId: this.mailer.toMessageId('account-mail', id),
        content: {
          subject: 'card-declined',
          firstName: email.firstName,
          reason: toDeclineReason(decline.declineCode),
          declinedAt: decline.declinedAt,
        },
      });
      if (isNew) enqueueAccountMail(tx, id, 1);
    });
  }

  /** Enqueues one email per refund, and keeps the lead from being sent again. An agent without a usable address sees the refund on the dashboard. */
  async createForRefund(
    { buyerId, refundId, leadId, amountCents, reason, refundedAt }: PayloadOf<typeof leadRefunded>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await recordRefundedLead(tx, leadId, refundedAt);
      if (await this.channels.lockErased(tx, buyerId)) return;
      const email = (await this.channels.listUsable(tx, buyerId)).find(({ kind }) => kind === 'email');
      if (!email) return;
      const id = randomUUID();
      const { firstName, address } = email;
      const isNew = await this.mails.insert(tx, {
        ...{ id, userId: buyerId, occasion: `refund-${refundId}`, kind: 'email', address },
        messageId: this.mailer.toMessageId('account-mail', id),
        content: { subject: 'refund', firstName, leadId, amountCents, reason, refundedAt },
      });
      if (isNew) enqueueAccountMail(tx, id, 1);
    });
  }

  /** Enqueues one email per state that a reported problem enters. */
  async createForProblemReport(
    { reportId, buyerId, leadId, reason, state, declineReason, at }: PayloadOf<typeof problemReportChanged>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, buyerId)) return;
      const email = (await this.channels.listUsable(tx, buyerId)).find(({ kind }) => kind === 'email');
      if (!email) return;
      const id = randomUUID();
      const { firstName, address } = email;
      const isNew = await this.mails.insert(tx, {
        ...{ id, userId: buyerId, occasion: `problem-report-${reportId}-${state}`, kind: 'email', address },
        messageId: this.mailer.toMessageId('account-mail', id),
        content: { subject: 'problem-report', firstName, leadId, reason, state, declineReason, at },
      });
      if (isNew) enqueueAccountMail(tx, id, 1);
    });
  }

  /** Enqueues one email each time that a dispute stops the agent's service. */
  async createForReview(
    { buyerId, version, isUnderReview, at }: PayloadOf<typeof buyerReviewChanged>,
    message: Message,
  ): Promise<void> {
    if (!isUnderReview) return;
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, buyerId)) return;
      const email = (await this.channels.listUsable(tx, buyerId)).find(({ kind }) => kind === 'email');
      if (!email) return;
      const id = randomUUID();
      const { firstName, address } = email;
      const occasion = `under-review-${buyerId}-${version}`;
      const isNew = await this.mails.insert(tx, {
        ...{ id, userId: buyerId, occasion, kind: 'email', address },
        messageId: this.mailer.toMessageId('account-mail', id),
        content: { subject: 'under-review', firstName, at },
      });
      if (isNew) enqueueAccountMail(tx, id, 1);
    });
  }

  /** Enqueues one email per notice of an expiring card. */
  async createForExpiringCard(
    { buyerId, last4, expMonth, expYear, days }: PayloadOf<typeof cardExpiring>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, buyerId)) return;
      const email = (await this.channels.listUsable(tx, buyerId)).find(({ kind }) => kind === 'email');
      if (!email) return;
      const id = randomUUID();
      const { firstName, address } = email;
      const occasion = `card-expiring-${buyerId}-${last4}-${expYear}-${expMonth}-${days}`;
      const isNew = await this.mails.insert(tx, {
        ...{ id, userId: buyerId, occasion, kind: 'email', address },
        messageId: this.mailer.toMessageId('account-mail', id),
        content: { subject: 'card-expiring', firstName, last4, expMonth, expYear },
      });
      if (isNew) enqueueAccountMail(tx, id, 1);
    });
  }

  /** Stores no email about an erased account. Uses the address in the event: after an email change it is not the address of the user's channel. */
  async create(mail: PayloadOf<typeof accountMail>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, mail.userId)) return;
      const isNew = await this.mails.insert(tx, {
        id: mail.mailId,
        userId: mail.userId,
        occasion: `mail-${mail.mailId}`,
        kind: 'email',
        address: mail.email,
        messageId: this.mailer.toMessageId('account-mail', mail.mailId),
        content: {
          subject: mail.kind,
          firstName: mail.firstName,
          at: mail.at,
          expiresAt: mail.expiresAt,
          ...(mail.device ? { device: mail.device } : {}),
          sealedLink: mail.link === null ? null : this.linkSealer.seal(mail.mailId, mail.link),
        },
      });
      if (isNew) enqueueAccountMail(tx, mail.mailId, 1);
    });
  }
}
