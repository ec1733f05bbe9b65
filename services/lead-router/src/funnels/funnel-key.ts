import { createHash, randomBytes } from 'node:crypto';

/** A fresh key: a prefix that shows what it is, and 32 random bytes. Shown once; only its hash is stored. */
export const generateFunnelKey = (): string => `fnl_${randomBytes(32).toString('base64url')}`;

export const hashFunnelKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Enough to tell keys apart in a list, too little to guess one. */
export const funnelKeyPrefix = (key: string): string => key.slice(0, 8);
