import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

/** Emailed links that work once: password resets and email changes. */
@Injectable()
export class SingleUseLinkRepository {
  /** Deletes the unused links of a user. An attacker may have requested them, or may read the mailbox they went to. */
  async revokeAll(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [userId]);
    await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }
}
