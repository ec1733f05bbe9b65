import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface EmailChange {
  readonly id: string;
  readonly userId: string;
  readonly newEmail: string;
}

@Injectable()
export class EmailChangesRepository {
  async add(tx: Tx, change: EmailChange & { tokenHash: string; expiresAt: Date }): Promise<void> {
    await tx.query(
      'INSERT INTO email_changes (id, user_id, new_email, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)',
      [change.id, change.userId, change.newEmail, change.tokenHash, change.expiresAt],
    );
  }

  /** Once, and only while it is fresh. */
  async use(tx: Tx, tokenHash: string): Promise<EmailChange | undefined> {
    const rows = await tx.query<EmailChange>(
      `UPDATE email_changes SET used_at = now()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
       RETURNING id, user_id AS "userId", new_email AS "newEmail"`,
      [tokenHash],
    );
    return rows[0];
  }

  async giveUp(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }

  async isTaken(tx: Tx, email: string): Promise<boolean> {
    return (await tx.query('SELECT 1 FROM users WHERE email = $1', [email])).length > 0;
  }

  /** False when somebody else has the address by now. Reset links sent to the old mailbox end with it. */
  async apply(tx: Tx, userId: string, email: string): Promise<boolean> {
    if (await this.isTaken(tx, email)) return false;
    await tx.query('UPDATE users SET email = $2, updated_at = now() WHERE id = $1', [userId, email]);
    await tx.query('DELETE FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [userId]);
    return true;
  }
}
