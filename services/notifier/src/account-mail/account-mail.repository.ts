import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { type AccountMailEntity, subjectsThatFollowUser } from './account-mail.entity.js';

type NewAccountMail = Pick<
  AccountMailEntity,
  'id' | 'userId' | 'occasion' | 'kind' | 'address' | 'messageId' | 'content'
> & {
  /** Default: now. */
  readonly dueAt?: Date;
};

@Injectable()
export class AccountMailRepository {
  /** Returns false if an email for this occasion already exists. */
  async insert(tx: Tx, mail: NewAccountMail): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO account_mails (id, user_id, occasion, kind, address, message_id, content, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, GREATEST($8::timestamptz, now())) ON CONFLICT (occasion) DO NOTHING RETURNING id`,
      [
        mail.id,
        mail.userId,
        mail.occasion,
        mail.kind,
        mail.address,
        mail.messageId,
        JSON.stringify(mail.content),
        mail.dueAt ?? null,
      ],
    );
    return rows.length > 0;
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
