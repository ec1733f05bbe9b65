import { randomInt, timingSafeEqual } from 'node:crypto';
import { isRefusal, MAX_PHONE_CODE_TRIES, PHONE_CODE_DIGITS, readUsPhone } from '@desk/contracts';

export interface StoredCode {
  readonly phone: string;
  readonly digest: string;
  readonly tries: number;
  readonly isExpired: boolean;
}

export const newPhoneCode = (): string =>
  String(randomInt(10 ** PHONE_CODE_DIGITS)).padStart(PHONE_CODE_DIGITS, '0');

/** Ties the digest of a code to its user and number. */
export const toCodePurpose = (userId: string, phone: string): string => `phone_codes.code ${userId} ${phone}`;

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** @param digests of the entered code under every data key */
export function checkCode(
  stored: StoredCode | undefined,
  digests: readonly string[],
): 'right' | 'wrong' | 'expired' {
  if (!stored || stored.isExpired || stored.tries >= MAX_PHONE_CODE_TRIES) return 'expired';
  return digests.some((digest) => isSame(digest, stored.digest)) ? 'right' : 'wrong';
}

/** Converts a phone number to E.164. Returns undefined unless a lead in a state or territory could have it. */
export function parseUsPhone(text: string): string | undefined {
  const phone = readUsPhone(text);
  return isRefusal(phone) ? undefined : phone;
}
