import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { SenderName } from '@desk/contracts';
import { Keyring, type Origin, type SealingKey } from './keyring.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with AES-256-GCM. Returns base64url of iv, ciphertext and tag. `purpose` is authenticated too. */
export function encryptAesGcm(key: KeyObject, text: string, purpose: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return encrypted.toString('base64url');
}

/** @throws Error if the key is wrong, or the text or its purpose was changed */
export function decryptAesGcm(key: KeyObject, encrypted: string, purpose: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

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

  get currentKeyId(): string {
    return this.keyring.currentId;
  }

  seal(text: string, purpose: string, to: SenderName): string {
    return encrypt(text, purpose, this.keyring.getSealingKey(to));
  }

  /** Seals a reply to an opened text, with a key that its sender must have. */
  sealReply(text: string, purpose: string, { keyId, sender }: Origin): string {
    return encrypt(text, purpose, this.keyring.getSealingKey(sender, keyId));
  }

  /** @throws Error if the key is unknown, or the text or its purpose was changed */
  open(sealed: string, purpose: string): Opened {
    const dot = sealed.indexOf('.');
    const { key, origin } = this.keyring.getOpeningKey(sealed.slice(0, dot));
    return { text: decryptAesGcm(key, sealed.slice(dot + 1), purpose), origin };
  }
}

const encrypt = (text: string, purpose: string, { key, label }: SealingKey): string =>
  `${label}.${encryptAesGcm(key, text, purpose)}`;
