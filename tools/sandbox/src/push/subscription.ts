import { createDecipheriv, createECDH, createHash, type ECDH, hkdfSync } from 'node:crypto';
import { randomText } from '../ids.js';

/** What a browser gets from its push service, and keeps for itself. */
interface Subscription {
  readonly id: string;
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const toFingerprint = (applicationServerKey: string): string =>
  digest(applicationServerKey).toString('hex').slice(0, 16);

/** Ties the subscription to the application's key, so that it survives a restart of the sandbox. */
export const newSubscriptionId = (applicationServerKey: string): string =>
  `${randomText(20)}-${toFingerprint(applicationServerKey)}`;

export const isFor = (id: string, applicationServerKey: string): boolean =>
  id.endsWith(`-${toFingerprint(applicationServerKey)}`);

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

const SALT_BYTES = 16;
const RECORD_SIZE_BYTES = 4;
const TAG_BYTES = 16;
/** Ends the text of the only record. */
const LAST_RECORD = 2;

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/**
 * Decrypts a message as the browser does: `aes128gcm` (RFC 8188) with the keys of RFC 8291. Written from the standards, so
 * that it checks the library that encrypts. Returns undefined for anything else.
 */
export function decryptMessage(body: Buffer, { ecdh, auth }: Subscription): string | undefined {
  try {
    const keyAt = SALT_BYTES + RECORD_SIZE_BYTES + 1;
    const salt = body.subarray(0, SALT_BYTES);
    const sender = body.subarray(keyAt, keyAt + body.readUInt8(keyAt - 1));
    const record = body.subarray(keyAt + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
    const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-TAG_BYTES));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
    const end = padded.lastIndexOf(LAST_RECORD);
    return end < 0 ? undefined : padded.subarray(0, end).toString('utf8');
  } catch {
    return undefined;
  }
}
