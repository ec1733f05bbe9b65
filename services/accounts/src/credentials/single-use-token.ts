import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits, encoded for use in a URL. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Only this hash is stored, so that nobody who reads the table can use the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
