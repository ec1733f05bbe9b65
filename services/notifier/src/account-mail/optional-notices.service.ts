import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import type { channelChanged, dailyLimitReached, OptionalNotice, PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelRepository, type UsableChannel } from '../channels/channel.repository.js';
import type { LeadSale } from '../channels/channel.js';
import { Mailer } from '../channels/email/mailer.js';
import {
  NoticePreferencesRepository,
  type StoredPreferences,
} from '../notices/notice-preferences.repository.js';
import { holdNoticesUntil } from '../notices/notice-rules.js';
import { enqueueAccountMail } from './account-mail-queue.js';
import type { AccountMailContent } from './account-mail.entity.js';
import { AccountMailRepository } from './account-mail.repository.js';

interface Notice {
  readonly userId: string;
  /** Unique, so that a repeated event produces no second email. */
  readonly occasion: string;
  readonly toContent: (firstName: string) => AccountMailContent;
  /** From then on the email would no longer be true. */
  readonly validUntil?: Date;
}

/** Stores emails that agents may turn off, and that wait for the end of their quiet hours. */
@Injectable()
export class OptionalNoticesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly preferences: NoticePreferencesRepository,
    private readonly mails: AccountMailRepository,
    private readonly mailer: Mailer,
  ) {}

  /** Enqueues one email per time that we turned a channel off. */
  async createForChannel(
    { userId, channelId, kind, state, disabledReason, at }: PayloadOf<typeof channelChanged>,
    message: Message,
  ): Promise<void> {
    if (state !== 'disabled' || disabledReason === null) return;
    await this.createFor('channelProblems', message, {
      userId,
      occasion: `channel-disabled-${channelId}-${at}`,
      toContent: (firstName) => ({
        subject: 'channel-disabled',
        userId,
        firstName,
        channel: kind,
        reason: disabledReason,
        at,
      }),
    });
  }

  /** Enqueues at most one email per day of the buyer. */
  async createForLimit(
    { buyerId: userId, day, dailyLeadLimit, resumesAt, timeZone }: PayloadOf<typeof dailyLimitReached>,
    message: Message,
  ): Promise<void> {
    await this.createFor('limitReached', message, {
      userId,
      occasion: `limit-reached-${userId}-${day}`,
      toContent: (firstName) => ({
        subject: 'limit-reached',
        userId,
        firstName,
        dailyLeadLimit,
        resumesAt,
        timeZone,
      }),
      validUntil: new Date(resumesAt),
    });
  }

  /** Enqueues the receipt of a sale if the agent wants receipts. */
  async createReceipt(
    tx: Tx,
    { leadId, offerId, buyerId: userId, amountCents, soldAt }: LeadSale,
    {
      email,
      preferences,
    }: { readonly email: UsableChannel | undefined; readonly preferences: StoredPreferences },
  ): Promise<void> {
    if (!preferences.receipts || !email) return;
    await this.insert(tx, email, preferences, {
      userId,
      occasion: `receipt-${offerId}`,
      toContent: (firstName) => ({
        subject: 'receipt',
        userId,
        firstName,
        amountCents,
        soldAt,
        leadId,
        offerId,
      }),
    });
  }

  private async createFor(kind: OptionalNotice, message: Message, notice: Notice): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, notice.userId)) return;
      const preferences = await this.preferences.find(tx, notice.userId);
      if (!preferences[kind]) return;
      const channels = await this.channels.listUsable(tx, notice.userId);
      const email = channels.find((channel) => channel.kind === 'email');
      if (email) await this.insert(tx, email, preferences, notice);
    });
  }

  private async insert(
    tx: Tx,
    { address, firstName }: UsableChannel,
    preferences: StoredPreferences,
    { userId, occasion, toContent, validUntil }: Notice,
  ): Promise<void> {
    const now = new Date();
    const dueAt = holdNoticesUntil(preferences, now) ?? now;
    if (validUntil && dueAt >= validUntil) return;
    const id = randomUUID();
    const isNew = await this.mails.insert(tx, {
      id,
      userId,
      occasion,
      kind: 'email',
      address,
      messageId: this.mailer.toMessageId('account-mail', id),
      content: toContent(firstName),
      dueAt,
    });
    if (isNew) enqueueAccountMail(tx, id, 1, dueAt.getTime() - now.getTime());
  }
}
