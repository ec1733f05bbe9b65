import { createHmac } from 'node:crypto';
import { decryptAesGcm, encryptAesGcm } from '@desk/bullmq-transport';
import { REMOVED } from '@desk/contracts';
import { type DataKey, deriveDataKey } from './data-key.js';
import { parseKeyList } from './key-list.js';
import { SearchCipher } from './search-cipher.js';

const PREFIX = 'enc:';
/** What `encrypt` returns. A readable text of an earlier release does not look like this. */
const ENCRYPTED = /^enc:([a-z0-9-]+):([\w-]{38,})$/;

/**
 * Encrypts personal data that the database keeps (ADR 27). Format: `enc:<key id>:<base64url of iv, ciphertext, tag>`.
 *
 * `purpose` names the column and the row, such as `leads.full_name <lead id>`. It is authenticated, so a value cannot
 * be moved to another row or column.
 */
export class DataCipher {
  private readonly keys: ReadonlyMap<string, DataKey>;
  private readonly current: DataKey;
  /** Has the same keys, and encrypts whether or not `isEncrypting`. */
  readonly search: SearchCipher;

  /** @param isEnabled false writes readable text, for copies of a release that cannot decrypt */
  constructor(
    dataKeys: string,
    private readonly isEnabled = true,
  ) {
    const [first, ...others] = parseKeyList(dataKeys, 'data keys');
    this.current = deriveDataKey(first);
    this.keys = new Map([
      [first.id, this.current],
      ...others.map((key) => [key.id, deriveDataKey(key)] as const),
    ]);
    this.search = new SearchCipher([...this.keys.values()]);
  }

  /** Whether new values are encrypted. */
  get isEncrypting(): boolean {
    return this.isEnabled;
  }

  /** The id of the key that encrypts. */
  get currentKeyId(): string {
    return this.current.id;
  }

  /** The ids of all keys, the current one first. */
  get keyIds(): readonly string[] {
    return [...this.keys.keys()];
  }

  encrypt(text: string, purpose: string): string {
    // A readable text with the prefix could not be told from an encrypted one.
    if (!this.isEnabled && !text.startsWith(PREFIX)) return text;
    return `${PREFIX}${this.current.id}:${encryptAesGcm(this.current.encryption, text, purpose)}`;
  }

  /**
   * Returns readable texts, of earlier releases or `Removed`, as they are.
   * @throws Error if the key is not configured, or the value belongs to another purpose
   */
  decrypt(stored: string, purpose: string): string {
    const [, id, encrypted] = ENCRYPTED.exec(stored) ?? [];
    if (id === undefined || encrypted === undefined) return stored;
    return decryptAesGcm(this.key(id).encryption, encrypted, purpose);
  }

  /** Encrypts a value for a `jsonb` column, where it becomes a JSON string. */
  encryptJson<T extends object>(value: T, purpose: string): T | string {
    return this.isEnabled ? this.encrypt(JSON.stringify(value), purpose) : value;
  }

  /** @throws Error (see `decrypt`) */
  decryptJson<T extends object>(stored: T | string, purpose: string): T {
    return typeof stored === 'string' ? (JSON.parse(this.decrypt(stored, purpose)) as T) : stored;
  }

  /** Whether nothing is left to encrypt: the value has the first key, is empty, or was removed. */
  isCurrent(stored: string): boolean {
    return stored === '' || stored === REMOVED || stored.startsWith(`${PREFIX}${this.current.id}:`);
  }

  /** Returns keyed digests of the text under every key, the current one first: 64 hexadecimal digits each. */
  digests(text: string, purpose: string): string[] {
    return this.keyIds.map((id) => this.digest(text, purpose, id));
  }

  /** @throws Error if the key is not configured */
  digest(text: string, purpose: string, keyId = this.current.id): string {
    return createHmac('sha256', this.key(keyId).digests).update(`${purpose}\0${text}`).digest('hex');
  }

  private key(id: string): DataKey {
    const key = this.keys.get(id);
    if (!key) throw new Error(`no data key with id '${id}'`);
    return key;
  }
}
