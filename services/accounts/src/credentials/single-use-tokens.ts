import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '@desk/outbox';

/** Returns 256 random bits, encoded for use in a URL. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Only this hash is stored, so that nobody who reads the table can use the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Deletes the unused single-use tokens of a user: emailed links for password resets and email changes, and challenges.
 * An attacker may have requested them, or may read the mailbox.
 */
export async function revokeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.query('DELETE FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [userId]);
  await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  await tx.query('DELETE FROM sign_in_challenges WHERE user_id = $1', [userId]);
}
