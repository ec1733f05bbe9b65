import { createHash, randomBytes } from 'node:crypto';
import { type FunnelKeyKind, funnelKeyPrefixes } from '@desk/contracts';

/** A recognizable prefix and 32 random bytes. Shown once; only the hash is stored. */
export const generateFunnelKey = (kind: FunnelKeyKind = 'server'): string =>
  `${funnelKeyPrefixes[kind]}${randomBytes(32).toString('base64url')}`;

export const hashFunnelKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Long enough to tell keys apart in a list, too short to guess one. */
export const funnelKeyPrefix = (key: string): string => key.slice(0, 8);
