import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { SenderName } from '@desk/contracts';
import { Keyring, type Origin, type SealingKey } from './keyring.js';
import { randomBytesPooled } from './random.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Opened {
  readonly text: string;
  readonly origin: Origin;
}

/**
 * Encrypts text with AES-256-GCM for one receiver, so that Redis holds no readable personal data and no other process
 * can read or forge it. Format: `<key id>/<sender>.<base64url of iv, ciphertext, tag>`. The purpose is authenticated
 * too, so a sealed text cannot be moved to another message.
 */
export class Sealer {
  private readonly keyring: Keyring;

  /** `keys` are the `MESSAGE_KEYS` of the process `self`. @throws Error (see `Keyring`) */
  constructor(
    readonly self: SenderName,
    keys: string,
  ) {
    this.keyring = new Keyring(self, keys);
  }

  /** See `Keyring.hasSharedKey`. */
  get hasSharedKey(): boolean {
    return this.keyring.hasSharedKey;
  }

  seal(text: string, purpose: string, to: SenderName): string {
    return encrypt(text, purpose, this.keyring.toSeal(to));
  }

  /** Seals for the sender of an opened text, with a key that it must have. */
  sealReply(text: string, purpose: string, { keyId, sender }: Origin): string {
    return encrypt(text, purpose, this.keyring.toSeal(sender, keyId));
  }

  /** @throws Error if the key is unknown, or the text or its purpose was changed */
  open(sealed: string, purpose: string): Opened {
    const dot = sealed.indexOf('.');
    const { key, origin } = this.keyring.toOpen(sealed.slice(0, dot));
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    return { text: opened.toString('utf8'), origin };
  }
}

function encrypt(text: string, purpose: string, { key, label }: SealingKey): string {
  const iv = randomBytesPooled(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${label}.${sealed.toString('base64url')}`;
}
