import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey, parseKeyList } from '@desk/bullmq-transport';

/**
 * Digests of values with few possibilities, such as addresses, which a plain hash would not hide from whoever reads the
 * table.
 *
 * Uses the key whose id sorts first, wherever it is in the list. Digests cannot be converted to another key,
 * so they must stay the same during a rotation, until that key is removed: a new key's id must sort last.
 */
export class KeyedDigests {
  private readonly key: KeyObject;

  /** @param keys as `parseKeyList` takes them @throws Error on any other form */
  constructor(keys: string, label: string) {
    const first = parseKeyList(keys, label).reduce((a, b) => (a.id < b.id ? a : b));
    this.key = deriveKey(first, 'keyed digests 1');
  }

  /** Returns 64 hexadecimal digits. The same parts have different digests for different purposes. */
  digest(purpose: string, ...parts: readonly string[]): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  }
}
