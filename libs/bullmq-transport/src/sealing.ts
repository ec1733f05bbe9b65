import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { messageLinksOf, type SenderName, senderNames } from '@desk/contracts';
import { decodeKey, splitKeyList } from './key-list.js';

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

/** Where a sealed text came from. */
export interface Origin {
  readonly keyId: string;
  readonly sender: SenderName;
}

export interface Opened {
  readonly text: string;
  readonly origin: Origin;
}

/** A message key of one direction between two processes. */
interface LinkKey {
  readonly id: string;
  readonly from: SenderName;
  readonly to: SenderName;
  readonly key: KeyObject;
}

export const isSender = (name: string | undefined): name is SenderName =>
  senderNames.some((known) => known === name);

/** Parses `id:from/to:base64`. */
function readLinkKey(id: string, [link = '', base64, ...rest]: readonly string[]): LinkKey | undefined {
  const [from, to, ...others] = link.split('/');
  const key = decodeKey(base64);
  if (!isSender(from) || !isSender(to) || !key || rest.length + others.length > 0) return undefined;
  return { id, from, to, key: createSecretKey(key) };
}

/**
 * Encrypts text with AES-256-GCM for one receiver, so that Redis holds no readable personal data and no other process
 * can read or forge it. Format: `<key id>/<sender>.<base64url of iv, ciphertext, tag>`. The purpose is authenticated
 * too, so a sealed text cannot be moved to another message.
 */
export class Sealer {
  /** The first id of the list: its keys seal, and those of every id open. */
  readonly currentKeyId: string;
  /** By `<key id>/<receiver>`. */
  private readonly sealingKeys = new Map<string, LinkKey>();
  /** By `<key id>/<sender>`. */
  private readonly openingKeys = new Map<string, LinkKey>();

  /**
   * `keys` are the `MESSAGE_KEYS` of the process `self`.
   *
   * @throws Error if the keys are malformed, belong to another process, or lack a link that the contracts need
   */
  constructor(
    readonly self: SenderName,
    keys: string,
  ) {
    const all = splitKeyList(keys, 'message keys must be id:from/to:base64 of 32 bytes', readLinkKey);
    this.currentKeyId = all[0]?.id ?? '';
    for (const key of all) this.add(key);
    for (const id of new Set(all.map((key) => key.id))) this.checkComplete(id);
  }

  seal(text: string, purpose: string, to: SenderName): string {
    return this.sealWith(this.currentKeyId, text, purpose, to);
  }

  /** Seals a reply to an opened text, with a key that its sender must have. */
  sealReply(text: string, purpose: string, { keyId, sender }: Origin): string {
    return this.sealWith(keyId, text, purpose, sender);
  }

  /** @throws Error if the key is unknown, or the text or its purpose was changed */
  open(sealed: string, purpose: string): Opened {
    const dot = sealed.indexOf('.');
    const label = sealed.slice(0, dot);
    const found = this.openingKeys.get(label);
    if (!found) throw new Error(`no message key '${label}' to ${this.self}`);
    const text = decryptAesGcm(found.key, sealed.slice(dot + 1), purpose);
    return { text, origin: { keyId: found.id, sender: found.from } };
  }

  private sealWith(keyId: string, text: string, purpose: string, to: SenderName): string {
    const found = this.sealingKeys.get(`${keyId}/${to}`);
    if (!found) throw new Error(`no message key '${keyId}' from ${this.self} to ${to}`);
    return `${keyId}/${this.self}.${encryptAesGcm(found.key, text, purpose)}`;
  }

  private add(key: LinkKey): void {
    if (key.from !== this.self && key.to !== this.self)
      throw new Error(`message keys must be those of ${this.self} alone`);
    if (key.from === this.self) addOnce(this.sealingKeys, `${key.id}/${key.to}`, key);
    if (key.to === this.self) addOnce(this.openingKeys, `${key.id}/${key.from}`, key);
  }

  /** Keys derived before a link was added lack it; better not to start than to fail at its first message. */
  private checkComplete(id: string): void {
    const missing = messageLinksOf(this.self).filter(({ from, to }) =>
      from === this.self ? !this.sealingKeys.has(`${id}/${to}`) : !this.openingKeys.has(`${id}/${from}`),
    );
    if (missing.length === 0) return;
    const names = missing.map(({ from, to }) => `${from}/${to}`).join(', ');
    throw new Error(`message keys must cover every link: '${id}' lacks ${names}; derive them again`);
  }
}

function addOnce(keys: Map<string, LinkKey>, name: string, key: LinkKey): void {
  if (keys.has(name)) throw new Error('message keys must have different ids');
  keys.set(name, key);
}
