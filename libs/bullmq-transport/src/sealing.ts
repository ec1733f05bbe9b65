import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { randomBytesPooled } from './random.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts text with AES-256-GCM, so that Redis holds no readable personal data. Format: `<key id>.<base64url of iv,
 * ciphertext, tag>`. The purpose is authenticated too, so a sealed text cannot be moved to another message.
 */
export class Sealer {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly currentId: string;

  /** `keys` is `id:base64,id:base64` with 32 bytes each. The first one seals, all of them open. @throws Error on any other form */
  constructor(keys: string) {
    const parsed = keys.split(',').map((pair): [string, KeyObject] => {
      const [id = '', base64 = ''] = pair.trim().split(':');
      const key = Buffer.from(base64, 'base64');
      if (!/^[a-z0-9-]+$/.test(id) || key.length !== 32)
        throw new Error('message keys must be id:base64 of 32 bytes, comma-separated');
      return [id, createSecretKey(key)];
    });
    this.keys = new Map(parsed);
    if (this.keys.size < parsed.length) throw new Error('message keys must have different ids');
    this.currentId = parsed[0]?.[0] ?? '';
  }

  seal(text: string, purpose: string): string {
    const iv = randomBytesPooled(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key(this.currentId), iv);
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.currentId}.${sealed.toString('base64url')}`;
  }

  /** @throws Error if the key id is unknown, or the text or its purpose was changed */
  open(sealed: string, purpose: string): string {
    const dot = sealed.indexOf('.');
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.key(sealed.slice(0, dot)),
      bytes.subarray(0, IV_BYTES),
      { authTagLength: TAG_BYTES },
    );
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  }

  private key(id: string): KeyObject {
    const key = this.keys.get(id);
    if (!key) throw new Error(`no message key with id '${id}'`);
    return key;
  }
}
