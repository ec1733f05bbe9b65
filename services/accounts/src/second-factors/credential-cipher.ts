import { createSecretKey, type KeyObject } from 'node:crypto';
import { decryptAesGcm, encryptAesGcm } from '@desk/bullmq-transport';
import { parseKeyList } from '@desk/service-kit';

/**
 * Encrypts secrets that the database keeps. Format: `<key id>.<base64url of iv, ciphertext, tag>`. The purpose is
 * authenticated too, so an encrypted secret cannot be moved to another row. `DataCipher` differs in its format and its
 * derived keys; secrets of earlier releases have this one.
 */
export class CredentialCipher {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly currentId: string;

  /** `keys` is `id:base64,id:base64` with 32 bytes each. The first one encrypts. @throws Error on any other form */
  constructor(keys: string) {
    const parsed = parseKeyList(keys, 'credential keys');
    this.keys = new Map(parsed.map(({ id, bytes }) => [id, createSecretKey(bytes)]));
    this.currentId = parsed[0].id;
  }

  encrypt(text: string, purpose: string): string {
    return `${this.currentId}.${encryptAesGcm(this.key(this.currentId), text, purpose)}`;
  }

  /** @throws Error if the key is unknown, or the text or its purpose was changed */
  decrypt(encrypted: string, purpose: string): string {
    const dot = encrypted.indexOf('.');
    return decryptAesGcm(this.key(encrypted.slice(0, dot)), encrypted.slice(dot + 1), purpose);
  }

  private key(id: string): KeyObject {
    const key = this.keys.get(id);
    if (!key) throw new Error(`no credential key with id '${id}'`);
    return key;
  }
}
