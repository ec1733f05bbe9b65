import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { NamedKey } from './key-list.js';

const KEY_BYTES = 32;

/** One entry of `DATA_KEYS` with its subkeys, so that no key is used with two algorithms. */
export interface DataKey {
  readonly id: string;
  readonly encryption: KeyObject;
  readonly digests: KeyObject;
  readonly searchTokens: KeyObject;
  readonly searchableTexts: KeyObject;
}

export function deriveDataKey({ id, bytes }: NamedKey): DataKey {
  const derive = (use: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `annuity-desk data key 1: ${use}`, KEY_BYTES)));
  return {
    id,
    encryption: derive('encryption'),
    digests: derive('digests'),
    searchTokens: derive('search tokens'),
    searchableTexts: derive('searchable texts'),
  };
}
