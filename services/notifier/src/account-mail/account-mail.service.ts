import type { Message } from '@desk/bullmq-transport';
import type { accountMail, PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../channels/channel.repository.js';
import {
  NoticePreferencesRepository,
  type StoredPreferences,
} from '../notices/notice-preferences.repository.js';
import { holdNoticesUntil } from '../notices/quiet-hours.js';
import { AccountMailRepository } from './account-mail.repository.js';
import { type NoticeContent, toOptionalNotice } from './account-mails.js';
import { LinkSealer } from './link-sealer.js';

export interface Recipient {
  readonly address: string;
  readonly firstName: string;
}

/** The content of a mail, to which the recipient's name is added later. */
type WithoutName<Content> = Content extends { readonly firstName: string }
  ? Omit<Content, 'firstName'>
  : Content;

export interface NewNotice {
  readonly userId: string;
  /** Unique, so that a repeated event produces no second email. */
  readonly occasion: string;
  readonly content: WithoutName<NoticeContent>;
  /** Default: the user, at their email channel. */
  readonly recipient?: Recipient;
  /** Throws while there is none, so that the queue retries. */
  readonly needsRecipient?: boolean;
  /** After this time the email would be outdated. */
  readonly validUntil?: Date;
}

/** Stores emails about accounts, except for erased accounts. */
@Injectable()
export class AccountMailService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly preferences: NoticePreferencesRepository,
    private readonly mails: AccountMailRepository,
    private readonly linkSealer: LinkSealer,
  ) {}

  /** Uses the address in the event: after an email change it is not the address of the user's channel. */
  async create(mail: PayloadOf<typeof accountMail>, message: Message): Promise<void> {
    const { mailId: id, userId, email: address, kind: subject, link } = mail;
    const { firstName, at, expiresAt, device } = mail;
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, userId)) return;
      const sealedLink = link === null ? null : this.linkSealer.seal(id, link);
      await this.mails.insert(tx, {
        id,
        userId,
        address,
        occasion: `mail-${id}`,
        content: { subject, firstName, at, expiresAt, ...(device && { device }), sealedLink },
      });
    });
  }

  createNotice(message: Message, notice: NewNotice): Promise<void> {
    return this.transactions.once(message, (tx) => this.insertNotice(tx, notice));
  }

  /** Stores an email to our team that is about no user. */
  createTeamNotice(
    message: Message,
    { occasion, address, content }: { occasion: string; address: string; content: NoticeContent },
  ): Promise<void> {
    return this.transactions.once(message, (tx) =>
      this.mails.insert(tx, { userId: null, occasion, address, content }),
    );
  }

  /** Stores nothing for an agent without a usable address, or who turned such notices off. */
  async insertNotice(tx: Tx, notice: NewNotice): Promise<void> {
    const { userId } = notice;
    if (await this.channels.lockErased(tx, userId)) return;
    const preferences = await this.preferences.find(tx, userId);
    const recipient = notice.recipient ?? (await this.findRecipient(tx, userId));
    if (!recipient && notice.needsRecipient) throw new Error(`user ${userId} has no email channel yet`);
    if (recipient) await this.insertFor(tx, recipient, preferences, notice);
  }

  /** Like `insertNotice`, for a caller that has already read what `insertNotice` would read. */
  async insertFor(
    tx: Tx,
    { address, firstName }: Recipient,
    preferences: StoredPreferences,
    { userId, occasion, content, validUntil }: NewNotice,
  ): Promise<void> {
    const named = { ...content, firstName } as NoticeContent;
    const optional = toOptionalNotice(named);
    if (optional && !preferences[optional]) return;
    const now = new Date();
    const dueAt = optional && holdNoticesUntil(preferences, now);
    if (validUntil && (dueAt ?? now) >= validUntil) return;
    await this.mails.insert(tx, { userId, occasion, address, content: named, ...(dueAt && { dueAt }) });
  }

  private async findRecipient(tx: Tx, userId: string): Promise<Recipient | undefined> {
    return (await this.channels.listUsable(tx, [userId])).find(({ kind }) => kind === 'email');
  }
}
