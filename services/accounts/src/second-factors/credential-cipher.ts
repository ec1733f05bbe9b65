import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that the database keeps. Format: `<key id>.<base64url of iv, ciphertext, tag>`. The purpose is
 * authenticated too, so an encrypted secret cannot be moved to another row.
 */
export class CredentialCipher {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly currentId: string;

  /** `keys` is `id:base64,id:base64` with 32 bytes each. The first one encrypts. @throws Error on any other form */
  constructor(keys: string) {
    const parsed = keys.split(',').map((pair): [string, KeyObject] => {
      const [id = '', base64 = ''] = pair.trim().split(':');
      const key = Buffer.from(base64, 'base64');
      if (!/^[a-z0-9-]+$/.test(id) || key.length !== 32)
        throw new Error('credential keys must be id:base64 of 32 bytes, comma-separated');
      return [id, createSecretKey(key)];
    });
    this.keys = new Map(parsed);
    if (this.keys.size < parsed.length) throw new Error('credential keys must have different ids');
    this.currentId = parsed[0]?.[0] ?? '';
  }

  encrypt(text: string, purpose: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key(this.currentId), iv);
    cipher.setAAD(Buffer.from(purpose));
    const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.currentId}.${bytes.toString('base64url')}`;
  }

  /** @throws Error if the key is unknown, or the text or its purpose was changed */
  decrypt(encrypted: string, purpose: string): string {
    const dot = encrypted.indexOf('.');
    const key = this.key(encrypted.slice(0, dot));
    const bytes = Buffer.from(encrypted.slice(dot + 1), 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  private key(id: string): KeyObject {
    const key = this.keys.get(id);
    if (!key) throw new Error(`no credential key with id '${id}'`);
    return key;
  }
}
