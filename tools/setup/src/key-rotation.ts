import { randomBytes } from 'node:crypto';
import { deriveMessageKeys, parseRootKeys } from '@desk/bullmq-transport';
import type { SenderName } from '@desk/contracts';

/** Keys that rotate. In both lists the newest comes first: it seals or signs, and all of them open or verify. */
export interface RotatingKeys {
  /** `id:base64,…`: the root keys, from which the message keys of every process are derived. */
  rootKeys: string;
  /** `id:secret,…`: the keys of session cookies. */
  jwtKeys: string;
}

const idsOf = (keys: string): string[] => keys.split(',').map((entry) => entry.split(':')[0] ?? '');

export const keepNewest = (keys: string): string => keys.split(',')[0] ?? '';

/** Puts a new key in front of a list. Its id has the number that follows the highest one. */
export function addKey(keys: string, prefix: string, generate: (id: string) => string): string {
  const numbers = idsOf(keys).map((id) => Number(/\d+$/.exec(id)?.[0] ?? 0));
  return `${generate(`${prefix}${Math.max(0, ...numbers) + 1}`)},${keys}`;
}

export const generateRootKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const generateJwtKey = (id: string): string => `${id}:${randomBytes(48).toString('base64url')}`;

export const generateKeys = (): RotatingKeys => ({
  rootKeys: generateRootKey('r1'),
  jwtKeys: generateJwtKey('j1'),
});

/** The id of the root key that seals. */
export const currentRootId = ({ rootKeys }: RotatingKeys): string => idsOf(rootKeys)[0] ?? '';

/**
 * Returns the keys with a new one in front of each list.
 *
 * @throws Error if the previous rotation is not finished: messages sealed with the oldest key may still be waiting
 */
export function rotateKeys<K extends RotatingKeys>(keys: K): K {
  if (isRotating(keys))
    throw new Error('The last rotation is not finished: run `npm run keys -- finish` first.');
  return {
    ...keys,
    rootKeys: addKey(keys.rootKeys, 'r', generateRootKey),
    jwtKeys: addKey(keys.jwtKeys, 'j', generateJwtKey),
  };
}

/** Whether keys older than the newest are still accepted. */
export const isRotating = ({ rootKeys, jwtKeys }: RotatingKeys): boolean =>
  rootKeys.includes(',') || jwtKeys.includes(',');

/** Returns only the newest keys. */
export const finishRotation = <K extends RotatingKeys>(keys: K): K => ({
  ...keys,
  rootKeys: keepNewest(keys.rootKeys),
  jwtKeys: keepNewest(keys.jwtKeys),
});

export const toMessageKeys = ({ rootKeys }: RotatingKeys, name: SenderName): string =>
  deriveMessageKeys(parseRootKeys(rootKeys), name);
