import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { Subscription } from './subscription.js';

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
