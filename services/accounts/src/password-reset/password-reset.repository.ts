import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findLinkOwner } from '../credentials/single-use-tokens.js';

interface NewPasswordReset {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

@Injectable()
export class PasswordResetRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, { id, userId, tokenHash, expiresAt }: NewPasswordReset): Promise<void> {
    await tx.query(
      'INSERT INTO password_resets (id, user_id, token_hash, expires_at) VALUES ($1, $2, $3, $4)',
      [id, userId, tokenHash, expiresAt],
    );
  }

  findUserId(tokenHash: string, tx?: Tx): Promise<string | undefined> {
    return findLinkOwner(tx?.manager ?? this.dataSource, 'password_resets', tokenHash);
  }

  /** Counts wrong card digits. Returns how many were entered for this link, including these. */
  async countDigitFailure(tx: Tx, tokenHash: string): Promise<number> {
    const [row] = await tx.query<{ failures: number }>(
      `UPDATE password_resets SET digit_failures = digit_failures + 1
        WHERE token_hash = $1 RETURNING digit_failures AS failures`,
      [tokenHash],
    );
    return row?.failures ?? 0;
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
