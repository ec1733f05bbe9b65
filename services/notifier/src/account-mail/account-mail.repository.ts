import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { AccountMailEntity } from './account-mail.entity.js';

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
}
