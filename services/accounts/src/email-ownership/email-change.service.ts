import { randomUUID } from 'node:crypto';
import { type Caller, MAILBOX_LIMIT, tooManyRequests } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { createToken, hashToken } from '../credentials/single-use-tokens.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { EmailChangeRepository } from './email-change.repository.js';

const LINK_LIFETIME_MS = 24 * 3_600_000;

/** Requests for a new email address. Nothing here reveals whether another account has the address. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly users: UserRepository,
    private readonly emailChanges: EmailChangeRepository,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
    private readonly mails: AccountMails,
  ) {}

  /**
   * Limits the emails to one mailbox, and those that one account can send to other people's mailboxes. Call it before
   * the transaction of the request: the counters commit on a connection of their own.
   *
   * @throws TOO_MANY_REQUESTS
   */
  async assertWithinLimits(userId: string, newEmail: string): Promise<void> {
    const isAllowed =
      (await this.rateLimiter.canSendEmail('email-change-of', userId)) &&
      (await this.rateLimiter.canSendEmail('confirm-email', newEmail));
    if (!isAllowed) throw tooManyRequests(MAILBOX_LIMIT.seconds);
  }

  /**
   * Sends a confirmation link and replaces any earlier request. If the address is another account's, its owner gets a
   * warning in place of the link; the stored request looks the same. The caller holds the lock on `user`.
   */
  async request(tx: Tx, user: UserEntity, newEmail: string, caller: Caller): Promise<void> {
    const owner = await this.users.findByEmail(newEmail, tx);
    await this.emailChanges.deleteUnused(tx, user.id);
    const token = createToken();
    const tokenHash = hashToken(token);
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + LINK_LIFETIME_MS);
    await this.emailChanges.insert(tx, { id, userId: user.id, newEmail, tokenHash, expiresAt });
    await this.audit.insertByUser(tx, 'email-change-requested', user.id, caller, {
      oldValue: { email: user.email },
      newValue: { email: newEmail },
    });
    const { id: userId, firstName } = owner ?? user;
    const recipient = { id: userId, firstName, email: newEmail };
    const link = { page: 'confirm-email', token, expiresAt } as const;
    if (owner) this.mails.publish(tx, recipient, 'email-taken', { mailId: id });
    else this.mails.publish(tx, recipient, 'confirm-email', { mailId: id, link });
  }
}
