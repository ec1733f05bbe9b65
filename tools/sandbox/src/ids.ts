import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const POOL = 8_192;
let pool = randomBytes(POOL);
let used = 0;

/** Returns random letters and digits. The slight bias of `% 62` does not matter for test ids. */
export function randomText(length: number): string {
  if (used + length > POOL) {
    pool = randomBytes(POOL);
    used = 0;
  }
  let text = '';
  for (let i = 0; i < length; i += 1) text += LETTERS.charAt((pool[used + i] ?? 0) % LETTERS.length);
  used += length;
  return text;
}

export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;
/** Seconds since the epoch. */
export const seconds = (ms = Date.now()): number => Math.floor(ms / 1_000);
