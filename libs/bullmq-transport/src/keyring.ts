import { createSecretKey, type KeyObject } from 'node:crypto';
import { messageLinksOf, type SenderName, senderNames } from '@desk/contracts';
import { decodeKey, splitKeyList } from './key-list.js';

export interface SealingKey {
  readonly key: KeyObject;
  /** Written in front of the sealed text: `<id>/<sender>`. */
  readonly label: string;
}

/** Where a sealed text came from. */
export interface Origin {
  readonly keyId: string;
  readonly sender: SenderName;
}

interface OpeningKey {
  readonly key: KeyObject;
  readonly origin: Origin;
}

interface Entry {
  readonly id: string;
  readonly from: SenderName;
  readonly to: SenderName;
  readonly key: KeyObject;
}

const isSender = (name: string | undefined): name is SenderName =>
  senderNames.some((known) => known === name);

/** Parses `id:from/to:base64`. */
function readEntry(id: string, [link = '', base64, ...rest]: readonly string[]): Entry | undefined {
  const [from, to, ...others] = link.split('/');
  const key = decodeKey(base64);
  if (!isSender(from) || !isSender(to) || !key || rest.length + others.length > 0) return undefined;
  return { id, from, to, key: createSecretKey(key) };
}

/** The message keys of one process. The first id seals, all of them open. */
export class Keyring {
  readonly currentId: string;
  private readonly sealing = new Map<string, SealingKey>();
  private readonly opening = new Map<string, OpeningKey>();

  /** @throws Error if the keys are malformed, belong to another process, or lack a link that the contracts need */
  constructor(
    readonly self: SenderName,
    keys: string,
  ) {
    const entries = splitKeyList(keys, 'message keys must be id:from/to:base64 of 32 bytes', readEntry);
    this.currentId = entries[0]?.id ?? '';
    for (const entry of entries) this.add(entry);
    for (const id of new Set(entries.map((entry) => entry.id))) this.checkComplete(id);
  }

  /** Returns the key for texts to `to`. @throws Error if this process has none */
  getSealingKey(to: SenderName, id = this.currentId): SealingKey {
    const key = this.sealing.get(`${id} ${to}`);
    if (!key) throw new Error(`no message key '${id}' from ${this.self} to ${to}`);
    return key;
  }

  /** @throws Error if this process has no such key */
  getOpeningKey(label: string): OpeningKey {
    const key = this.opening.get(label);
    if (!key) throw new Error(`no message key '${label}' to ${this.self}`);
    return key;
  }

  private add({ id, from, to, key }: Entry): void {
    if (from !== this.self && to !== this.self)
      throw new Error(`message keys must be those of ${this.self} alone`);
    if (from === this.self) this.addOnce(this.sealing, `${id} ${to}`, { key, label: `${id}/${from}` });
    if (to === this.self)
      this.addOnce(this.opening, `${id}/${from}`, { key, origin: { keyId: id, sender: from } });
  }

  private addOnce<T>(keys: Map<string, T>, name: string, key: T): void {
    if (keys.has(name)) throw new Error('message keys must have different ids');
    keys.set(name, key);
  }

  /** Keys derived before a link was added lack it; better not to start than to fail at its first message. */
  private checkComplete(id: string): void {
    const missing = messageLinksOf(this.self).filter(({ from, to }) =>
      from === this.self ? !this.sealing.has(`${id} ${to}`) : !this.opening.has(`${id}/${from}`),
    );
    if (missing.length === 0) return;
    const names = missing.map(({ from, to }) => `${from}/${to}`).join(', ');
    throw new Error(`message keys must cover every link: '${id}' lacks ${names}; derive them again`);
  }
}
