import { createHash, randomBytes } from 'node:crypto';

/** A random UUID has 122 random bits; a session's id has 128 (ASVS 7.2.3), in the same form. */
export const newSessionId = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Identifies a session in lists without revealing its id, which is a secret. */
export const toPublicSessionId = (sid: string): string =>
  createHash('sha256').update(`session ${sid}`).digest('hex').slice(0, 16);
