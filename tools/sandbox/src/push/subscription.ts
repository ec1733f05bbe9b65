import { createECDH, createHash, type ECDH } from 'node:crypto';
import { randomText } from '../ids.js';

/** What a browser gets from its push service, and keeps for itself. */
export interface Subscription {
  readonly id: string;
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const toKeyMark = (applicationServerKey: string): string =>
  digest(applicationServerKey).toString('hex').slice(0, 16);

/** Ties the subscription to the application's key, so that it survives a restart of the sandbox. */
export const newSubscriptionId = (applicationServerKey: string): string =>
  `${randomText(20)}-${toKeyMark(applicationServerKey)}`;

export const isFor = (id: string, applicationServerKey: string): boolean =>
  id.endsWith(`-${toKeyMark(applicationServerKey)}`);

/** Derives the browser's keys from the id. */
export function openSubscription(id: string): Subscription {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(digest(`push key ${id}`));
  return { id, ecdh, auth: digest(`push secret ${id}`).subarray(0, 16) };
}

export const toBrowserKeys = ({ ecdh, auth }: Subscription) => ({
  p256dh: ecdh.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
});
