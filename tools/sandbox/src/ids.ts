import { randomBytes } from 'node:crypto';

/** Returns random hexadecimal digits. */
export const randomText = (length: number): string =>
  randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);

export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;
/** Seconds since the epoch. */
export const seconds = (ms = Date.now()): number => Math.floor(ms / 1_000);
