import { createHmac, type KeyObject } from 'node:crypto';
import { decryptAesGcm, deriveKey, encryptAesGcm, type NamedKey, parseKeyList } from '@desk/bullmq-transport';
import { REMOVED } from '@desk/contracts';
import { BlindIndex } from './blind-index.js';

const PREFIX = 'enc:';
/** What `encrypt` returns. */
const ENCRYPTED = /^enc:([a-z0-9-]+):([\w-]{38,})$/;

/** One entry of `DATA_KEYS` with its subkeys, so that no key is used with two algorithms. */
interface DataKey {
  readonly encryption: KeyObject;
  readonly digests: KeyObject;
}

const deriveDataKey = (key: NamedKey): DataKey => ({
  encryption: deriveKey(key, 'data key 1: encryption'),
  digests: deriveKey(key, 'data key 1: digests'),
});

/**
 * Encrypts personal data that the database keeps (ADR 27). Format: `enc:<key id>:<base64url of iv, ciphertext, tag>`.
 *
 * `purpose` names the column and the row, such as `leads.full_name <lead id>`. It is authenticated, so a value cannot
 * be moved to another row or column.
 */
export class DataCipher {
  /** The id of the key that encrypts. */
  readonly currentKeyId: string;
  private readonly keys: ReadonlyMap<string, DataKey>;
  private readonly namedKeys: readonly NamedKey[];

  constructor(dataKeys: string) {
    const namedKeys = parseKeyList(dataKeys, 'data keys');
    this.namedKeys = namedKeys;
    this.keys = new Map(namedKeys.map((key) => [key.id, deriveDataKey(key)]));
    this.currentKeyId = namedKeys[0].id;
  }

  /** The ids of all keys, the current one first. */
  get keyIds(): readonly string[] {
    return [...this.keys.keys()];
  }

  encrypt(text: string, purpose: string): string {
    const { encryption } = this.key(this.currentKeyId);
    return `${PREFIX}${this.currentKeyId}:${encryptAesGcm(encryption, text, purpose)}`;
  }

  /**
   * Returns a value that is not encrypted, such as `Removed`, unchanged.
   * @throws Error if the key is not configured, or the value belongs to another purpose
   */
  decrypt(stored: string, purpose: string): string {
    const [, id, encrypted] = ENCRYPTED.exec(stored) ?? [];
    if (id === undefined || encrypted === undefined) return stored;
    return decryptAesGcm(this.key(id).encryption, encrypted, purpose);
  }

  /** Encrypts a value for a `jsonb` column, where it becomes a JSON string. */
  encryptJson(value: object, purpose: string): string {
    return this.encrypt(JSON.stringify(value), purpose);
  }

  /** @throws Error (see `decrypt`) */
  decryptJson<T extends object>(stored: T | string, purpose: string): T {
    return typeof stored === 'string' ? (JSON.parse(this.decrypt(stored, purpose)) as T) : stored;
  }

  /** Whether nothing is left to encrypt: the value has the first key, is empty, or was removed. */
  isCurrent(stored: string): boolean {
    return stored === '' || stored === REMOVED || stored.startsWith(`${PREFIX}${this.currentKeyId}:`);
  }

  /** Returns keyed digests of the text under every key, the current one first: 64 hexadecimal digits each. */
  digests(text: string, purpose: string): string[] {
    return this.keyIds.map((id) => this.digest(text, purpose, id));
  }

  /** @throws Error if the key is not configured */
  digest(text: string, purpose: string, keyId = this.currentKeyId): string {
    return createHmac('sha256', this.key(keyId).digests).update(`${purpose}\0${text}`).digest('hex');
  }

  /** Returns the index that searches rows of a table. */
  createBlindIndex<Field extends string>(table: string, fields: readonly Field[]): BlindIndex<Field> {
    return new BlindIndex(this.namedKeys, table, fields);
  }

  private key(id: string): DataKey {
    const key = this.keys.get(id);
    if (!key) throw new Error(`no data key with id '${id}'`);
    return key;
  }
}
