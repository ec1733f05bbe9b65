import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.js';

@Injectable()
export class RecoveryCodeRepository {
  /** Invalidates all earlier codes. The returned ones are shown once and stored as hashes. */
  async replace(tx: Tx, userId: string): Promise<string[]> {
    const codes = createRecoveryCodes();
    await this.deleteAll(tx, userId);
    await tx.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [
      userId,
      codes.map((code) => hashRecoveryCode(userId, code)),
    ]);
    return codes;
  }

  async deleteAll(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  }

  /** Returns false if there is no such code or it was used before. */
  async use(tx: Tx, userId: string, code: string): Promise<boolean> {
    const used = await tx.query(
      `UPDATE recovery_codes SET used_at = now()
        WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING code_hash`,
      [userId, hashRecoveryCode(userId, code)],
    );
    return used.length > 0;
  }
}
