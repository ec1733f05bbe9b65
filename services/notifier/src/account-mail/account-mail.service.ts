import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import type {
  accountMail,
  accountStatusChanged,
  buyerReviewChanged,
  buyerSettingsChanged,
  cardExpiring,
  channelChanged,
  leadRefunded,
  offerDeclined,
  PayloadOf,
  problemReportChanged,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../channels/channel.repository.js';
import { Mailer } from '../channels/email/mailer.js';
import { recordLeadRefund } from '../sending/lead-refunds.js';
import { toDeclineReason } from '../templates/decline-reason.js';
import { enqueueAccountMail } from './account-mail-queue.js';
import type { AccountMailContent } from './account-mail.entity.js';
import { AccountMailRepository } from './account-mail.repository.js';
import { LinkSealer } from './link-sealer.js';

interface Notice {
  readonly userId: string;
  /** Unique, so that a repeated event produces no second email. */
  readonly occasion: string;
  readonly toContent: (firstName: string) => AccountMailContent;
}

/** Stores emails that agents cannot turn off. */
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
  async createForRefund(refund: PayloadOf<typeof leadRefunded>, message: Message): Promise<void> {
    const { buyerId, refundId, leadId, amountCents, reason, refundedAt } = refund;
    await this.transactions.once(message, async (tx) => {
      await recordLeadRefund(tx, refund);
      await this.insertNotice(tx, {
        userId: buyerId,
        occasion: `refund-${refundId}`,
        toContent: (firstName) => ({
          subject: 'refund',
          ...{ firstName, leadId, amountCents, reason, refundedAt },
        }),
      });
    });
  }

  /** Enqueues one email per state that a reported problem enters. */
  async createForProblemReport(
    { reportId, buyerId, leadId, reason, state, declineReason, at }: PayloadOf<typeof problemReportChanged>,
    message: Message,
  ): Promise<void> {
    await this.createOnce(message, {
      userId: buyerId,
      occasion: `problem-report-${reportId}-${state}`,
      toContent: (firstName) => ({
        subject: 'problem-report',
        ...{ firstName, leadId, reason, state, declineReason, at },
      }),
    });
  }

  /** Enqueues one email each time that a dispute stops the agent's service. */
  async createForReview(
    { buyerId, version, isUnderReview, at }: PayloadOf<typeof buyerReviewChanged>,
    message: Message,
  ): Promise<void> {
    if (!isUnderReview) return;
    await this.createOnce(message, {
      userId: buyerId,
      occasion: `under-review-${buyerId}-${version}`,
      toContent: (firstName) => ({ subject: 'under-review', firstName, at }),
    });
  }

  /**
   * Enqueues one email each time that our team pauses an agent's service, or a lead could not be delivered, even if the
   * service was paused already. Agents who pause it themselves get none.
   */
  async createForPause(
    {
      buyerId,
      version,
      setting,
      serviceEnabled,
      previous,
      actorId,
      isDeliveryPause,
      resumptionNeedsAdmin,
      at,
    }: PayloadOf<typeof buyerSettingsChanged>,
    message: Message,
  ): Promise<void> {
    if (setting !== 'serviceEnabled' || serviceEnabled) return;
    const cause = isDeliveryPause === true ? 'undeliverable' : 'paused';
    if (cause === 'paused' && (actorId === undefined || !previous.serviceEnabled)) return;
    await this.createOnce(message, {
      userId: buyerId,
      occasion: `service-paused-${buyerId}-${version}`,
      toContent: (firstName) => ({
        ...{ subject: 'service-stopped', firstName, cause, at },
        ...(resumptionNeedsAdmin === true ? { resumptionNeedsAdmin } : {}),
      }),
    });
  }

  /** Enqueues one email each time that our team disables an agent's account. */
  async createForDisabledAccount(
    { userId, version, disabled, at }: PayloadOf<typeof accountStatusChanged>,
    message: Message,
  ): Promise<void> {
    if (!disabled) return;
    await this.createOnce(message, {
      userId,
      occasion: `account-disabled-${userId}-${version}`,
      toContent: (firstName) => ({ subject: 'service-stopped', firstName, cause: 'disabled', at }),
    });
  }

  /** Enqueues one email each time that a channel is set up, in case it was not the agent who sends leads there. */
  async createForNewDestination(
    { userId, channelId, kind, at }: PayloadOf<typeof channelChanged>,
    message: Message,
  ): Promise<void> {
    await this.createOnce(message, {
      userId,
      occasion: `channel-set-up-${channelId}-${at}`,
      toContent: (firstName) => ({ subject: 'channel-set-up', firstName, channel: kind, at }),
    });
  }

  /** Enqueues one email per notice of an expiring card. */
  async createForExpiringCard(
    { buyerId, last4, expMonth, expYear, days }: PayloadOf<typeof cardExpiring>,
    message: Message,
  ): Promise<void> {
    await this.createOnce(message, {
      userId: buyerId,
      occasion: `card-expiring-${buyerId}-${last4}-${expYear}-${expMonth}-${days}`,
      toContent: (firstName) => ({ subject: 'card-expiring', ...{ firstName, last4, expMonth, expYear } }),
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

  private createOnce(message: Message, notice: Notice): Promise<void> {
    return this.transactions.once(message, (tx) => this.insertNotice(tx, notice));
  }

  /** Stores nothing for an agent without a usable address, or whose account was erased. */
  private async insertNotice(tx: Tx, { userId, occasion, toContent }: Notice): Promise<void> {
    if (await this.channels.lockErased(tx, userId)) return;
    const email = (await this.channels.listUsable(tx, userId)).find(({ kind }) => kind === 'email');
    if (!email) return;
    const id = randomUUID();
    const isNew = await this.mails.insert(tx, {
      ...{ id, userId, occasion, kind: 'email', address: email.address },
      messageId: this.mailer.toMessageId('account-mail', id),
      content: toContent(email.firstName),
    });
    if (isNew) enqueueAccountMail(tx, id, 1);
  }
}
