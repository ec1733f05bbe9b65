import { createHash, randomBytes } from 'node:crypto';

/** 256 bits from the system's source of chance, fit for an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** All that is kept of a token: whoever reads the table cannot use it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
