import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

/** What works once: emailed links for password resets and email changes, and sign-ins that await a second factor. */
@Injectable()
export class SingleUseLinkRepository {
  /** Deletes what a user has not used. An attacker may have requested it, or may read the mailbox it went to. */
  async revokeAll(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [userId]);
    await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND used_at IS NULL', [userId]);
    await tx.query('DELETE FROM sign_in_challenges WHERE user_id = $1', [userId]);
  }
}
