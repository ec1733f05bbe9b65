import { randomUUID } from 'node:crypto';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { Mailer } from '../channels/email/mailer.js';
import { timeZoneOf } from '../notices/notice-preferences.repository.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';
import { type AccountMailContent, subjectsThatFollowUser } from './account-mails.js';

export type ClaimedMail = ClaimedRow<AccountMailContent> & {
  /** Null for an email to our team that is about no user. */
  readonly userId: string | null;
  readonly timeZone: string | null;
  /** Whether the user has confirmed this address, and it has not bounced since. */
  readonly isConfirmed: boolean;
};

const IS_CONFIRMED = `
  EXISTS (SELECT 1 FROM channels c
           WHERE c.buyer_id = account_mails.user_id AND c.kind = 'email' AND c.address = account_mails.address
             AND c.confirmed_at > COALESCE(c.bounced_at, '-infinity'))`;

interface NewAccountMail {
  readonly id?: string;
  /** Null for an email to our team that is about no user. */
  readonly userId: string | null;
  /** Unique, so that a repeated event produces no second email. */
  readonly occasion: string;
  readonly address: string;
  readonly content: AccountMailContent;
  /** Default: now. */
  readonly dueAt?: Date;
}

@Injectable()
export class AccountMailRepository {
  readonly table = new SendingRepository<ClaimedMail>('account_mails', {
    columns: `user_id AS "userId", ${timeZoneOf('account_mails.user_id')}, ${IS_CONFIRMED} AS "isConfirmed"`,
  });

  constructor(private readonly mailer: Mailer) {}

  /** Stores an email and has it sent, unless there is one for this occasion. */
  async insert(
    tx: Tx,
    { id = randomUUID(), userId, occasion, address, content, dueAt }: NewAccountMail,
  ): Promise<void> {
    const messageId = this.mailer.toMessageId('account-mail', id);
    const rows = await tx.query(
      `INSERT INTO account_mails (id, user_id, occasion, kind, address, message_id, content, next_attempt_at)
       VALUES ($1, $2, $3, 'email', $4, $5, $6, GREATEST($7::timestamptz, now()))
       ON CONFLICT (occasion) DO NOTHING RETURNING id`,
      [id, userId, occasion, address, messageId, JSON.stringify(content), dueAt ?? null],
    );
    if (rows.length > 0)
      this.table.sendAfterCommit(tx, { id, kind: 'email' }, dueAt && dueAt.getTime() - Date.now());
  }

  /** Redirects the queued notices of a user that were to go to their previous address. */
  async redirectQueued(
    tx: Tx,
    { userId, from, to }: { readonly userId: string; readonly from: string; readonly to: string },
  ): Promise<void> {
    await tx.query(
      `UPDATE account_mails SET address = $3
        WHERE user_id = $1 AND address = $2 AND status = 'queued' AND content->>'subject' = ANY ($4)`,
      [userId, from, to, subjectsThatFollowUser],
    );
  }

  /** Whether a queued email goes to another address than an attempt did. Keeps the answer true until the commit. */
  async hasOtherAddress(tx: Tx, id: string, attempted: string): Promise<boolean> {
    const [mail] = await tx.query<{ address: string }>(
      'SELECT address FROM account_mails WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return mail !== undefined && mail.address !== attempted;
  }
}
