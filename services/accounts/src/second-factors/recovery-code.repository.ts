import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

/** No letters and digits that look alike. 16 of these 31 characters are 79 bits, beyond guessing even from a hash. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

const createCode = (): string => {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return (characters.match(/.{4}/g) ?? []).join('-');
};

export const createRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, createCode);

/** Hashes a code as typed: case, spaces and hyphens do not matter. Only this hash is stored. */
export const hashRecoveryCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
    .digest('hex');

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
