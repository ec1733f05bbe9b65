import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

@Injectable()
export class PasswordResetsRepository {
  async add(
    tx: Tx,
    reset: { id: string; userId: string; tokenHash: string; expiresAt: Date },
  ): Promise<void> {
    await tx.query(
      'INSERT INTO password_resets (id, user_id, token_hash, expires_at) VALUES ($1, $2, $3, $4)',
      [reset.id, reset.userId, reset.tokenHash, reset.expiresAt],
    );
  }

  /** Whose it is; once, and only while it is fresh. */
  async use(tx: Tx, tokenHash: string): Promise<string | undefined> {
    const rows = await tx.query<{ userId: string }>(
      `UPDATE password_resets SET used_at = now()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING user_id AS "userId"`,
      [tokenHash],
    );
    return rows[0]?.userId;
  }

  /** The links sent before are worth nothing any more. */
  async cancelOf(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }

  /** Whoever knew the old password may have asked for another address. */
  async cancelEmailChangesOf(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }
}
