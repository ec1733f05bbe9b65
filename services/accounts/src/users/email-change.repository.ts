import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface EmailChange {
  readonly id: string;
  readonly userId: string;
  readonly newEmail: string;
}

@Injectable()
export class EmailChangeRepository {
  async insert(tx: Tx, change: EmailChange & { tokenHash: string; expiresAt: Date }): Promise<void> {
    await tx.query(
      'INSERT INTO email_changes (id, user_id, new_email, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)',
      [change.id, change.userId, change.newEmail, change.tokenHash, change.expiresAt],
    );
  }

  /** Uses up a token. Returns undefined if it is unknown, expired or already used. */
  async use(tx: Tx, tokenHash: string): Promise<EmailChange | undefined> {
    const rows = await tx.query<EmailChange>(
      `UPDATE email_changes SET used_at = now()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
       RETURNING id, user_id AS "userId", new_email AS "newEmail"`,
      [tokenHash],
    );
    return rows[0];
  }

  async deleteUnused(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }
}
