import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '@desk/contracts';

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
