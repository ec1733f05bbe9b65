import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface NewPasswordReset {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

@Injectable()
export class PasswordResetRepository {
  async insert(tx: Tx, { id, userId, tokenHash, expiresAt }: NewPasswordReset): Promise<void> {
    await tx.query(
      'INSERT INTO password_resets (id, user_id, token_hash, expires_at) VALUES ($1, $2, $3, $4)',
      [id, userId, tokenHash, expiresAt],
    );
  }

  /** Uses up a token. Returns the user's id, or undefined if the token is unknown, expired or already used. */
  async use(tx: Tx, tokenHash: string): Promise<string | undefined> {
    const rows = await tx.query<{ userId: string }>(
      `UPDATE password_resets SET used_at = now()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING user_id AS "userId"`,
      [tokenHash],
    );
    return rows[0]?.userId;
  }

  async deleteUnused(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }
}
