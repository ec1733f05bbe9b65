import type { SenderName } from '@desk/contracts';
import { decryptAesGcm, encryptAesGcm } from './aes-gcm.js';
import { Keyring, type Origin, type SealingKey } from './keyring.js';

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
    return { text: decryptAesGcm(key, sealed.slice(dot + 1), purpose), origin };
  }
}

const encrypt = (text: string, purpose: string, { key, label }: SealingKey): string =>
  `${label}.${encryptAesGcm(key, text, purpose)}`;
