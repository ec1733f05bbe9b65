import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '@desk/outbox';
import type { EntityManager } from 'typeorm';

/** Returns 256 random bits, encoded for use in a URL. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Only this hash is stored, so that nobody who reads the table can use the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the id of the user whose link this is, or undefined if it is unknown, expired or already used. */
export async function findLinkOwner(
  connection: Pick<EntityManager, 'query'>,
  table: 'password_resets' | 'email_changes' | 'email_confirmations',
  tokenHash: string,
): Promise<string | undefined> {
  const [row]: { userId: string }[] = await connection.query(
    `SELECT user_id AS "userId" FROM ${table}
      WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()`,
    [tokenHash],
  );
  return row?.userId;
}

/**
 * Deletes the unused single-use tokens of a user: emailed links for password resets and email changes, and challenges.
 * An attacker may have requested them, or may read the mailbox.
 */
export async function revokeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.query('DELETE FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [userId]);
  await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  await tx.query('DELETE FROM sign_in_challenges WHERE user_id = $1', [userId]);
}
