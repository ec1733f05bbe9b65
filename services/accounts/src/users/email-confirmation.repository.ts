import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface EmailConfirmation {
  readonly id: string;
  readonly userId: string;
  /** The address that the link was sent to. */
  readonly email: string;
}

/** Links that confirm the address an account already has. */
@Injectable()
export class EmailConfirmationRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(
    tx: Tx,
    { id, userId, email, tokenHash, expiresAt }: EmailConfirmation & { tokenHash: string; expiresAt: Date },
  ): Promise<void> {
    await tx.query(
      'INSERT INTO email_confirmations (id, user_id, email, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)',
      [id, userId, email, tokenHash, expiresAt],
    );
  }

  /** Returns the id of the user whose link this is, or undefined if it is unknown, expired or already used. */
  async findUserId(tokenHash: string): Promise<string | undefined> {
    const [row]: { userId: string }[] = await this.dataSource.query(
      `SELECT user_id AS "userId" FROM email_confirmations
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()`,
      [tokenHash],
    );
    return row?.userId;
  }

  /** Uses up a token. Returns undefined if it is unknown, expired or already used. */
  async use(tx: Tx, tokenHash: string): Promise<EmailConfirmation | undefined> {
    const [row] = await tx.query<EmailConfirmation>(
      `UPDATE email_confirmations SET used_at = now()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
       RETURNING id, user_id AS "userId", email`,
      [tokenHash],
    );
    return row;
  }

  async deleteUnused(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM email_confirmations WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }
}
