import { randomUUID } from 'node:crypto';
import type { Caller } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { createToken, findLinkOwner, hashToken } from '../credentials/single-use-tokens.js';
import type { emailConfirmationSettings } from './email-confirmation-settings.js';
import { publishContactChanged } from './contact-changed.js';
import type { UserEntity } from './user.entity.js';
import { UserRepository } from './user.repository.js';

const HOUR_MS = 3_600_000;
const LINK_LIFETIME_MS = 7 * 24 * HOUR_MS;

/** Records whose the address of an account is, and sends the links that confirm it. */
@Injectable()
export class EmailConfirmationService {
  constructor(
    private readonly users: UserRepository,
    private readonly dataSource: DataSource,
    private readonly mails: AccountMails,
    private readonly audit: AuditRepository,
    @InjectEnv() private readonly env: SettingsOf<typeof emailConfirmationSettings>,
  ) {}

  /** Returns until when an address entered now gets personal data without being confirmed. */
  confirmBy(): Date {
    return new Date(Date.now() + this.env.EMAIL_CONFIRMATION_HOURS * HOUR_MS);
  }

  /** Emails a link that confirms the current address. Links sent earlier keep working. */
  async sendLink(
    tx: Tx,
    user: Pick<UserEntity, 'id' | 'email' | 'firstName'>,
    kind: 'welcome' | 'confirm-email',
  ): Promise<void> {
    const id = randomUUID();
    const token = createToken();
    const expiresAt = new Date(Date.now() + LINK_LIFETIME_MS);
    await tx.query(
      'INSERT INTO email_confirmations (id, user_id, email, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)',
      [id, user.id, user.email, hashToken(token), expiresAt],
    );
    this.mails.publish(tx, user, kind, { mailId: id, link: { page: 'confirm-email', token, expiresAt } });
  }

  findUserId(tokenHash: string): Promise<string | undefined> {
    return findLinkOwner(this.dataSource, 'email_confirmations', tokenHash);
  }

  /** Uses up a token. Returns where it was sent; undefined if it is unknown, expired or already used. */
  async use(tx: Tx, tokenHash: string): Promise<string | undefined> {
    const used = await tx.one<{ email: string }>(
      `UPDATE email_confirmations SET used_at = now()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
       RETURNING email`,
      [tokenHash],
    );
    return used?.email;
  }

  /** Confirms the current address. `user` is locked; `by` is the admin who confirms in the user's place. */
  async confirm(
    tx: Tx,
    user: UserEntity,
    caller: Caller,
    by?: { readonly actorId: string; readonly reason: string },
  ): Promise<void> {
    const emailConfirmedAt = new Date();
    // Reset links work again after too many wrong digits of the card.
    await this.users.update(tx, user.id, { emailConfirmedAt, cardDigitFailures: 0 });
    await tx.query('DELETE FROM email_confirmations WHERE user_id = $1 AND used_at IS NULL', [user.id]);
    await this.audit.insert(tx, {
      action: 'email-confirmed',
      userId: user.id,
      actorId: by?.actorId ?? user.id,
      caller,
      newValue: { email: user.email, ...(by ? { reason: by.reason } : {}) },
    });
    await publishContactChanged(tx, user, { emailConfirmedAt });
  }
}
