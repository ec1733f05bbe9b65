import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;
const KEY_ID = /^[a-z0-9-]+$/;

/** One entry of a key setting. */
export interface NamedKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Splits `id:…,id:…`. `read` makes a key of an id and the parts after it, or returns undefined if they are malformed.
 * `requirement` begins the error message, such as `data keys must be id:base64`. No error repeats `text`, a secret.
 *
 * @throws Error if an entry is malformed
 */
export const splitKeyList = <K>(
  text: string,
  requirement: string,
  read: (id: string, parts: readonly string[]) => K | undefined,
): readonly K[] =>
  text.split(',').map((entry) => {
    const [id = '', ...parts] = entry.trim().split(':');
    const key = KEY_ID.test(id) ? read(id, parts) : undefined;
    if (key === undefined) throw new Error(`${requirement}, comma-separated, with ids of a-z, 0-9 and -`);
    return key;
  });

/** @throws Error if two keys have the same id */
export function checkDistinctIds(keys: readonly { readonly id: string }[], label: string): void {
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new Error(`${label} must have different ids`);
}

/** Derives the key for one use, so that no key serves two purposes. */
export const deriveKey = ({ bytes }: NamedKey, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `annuity-desk ${use}`, KEY_BYTES)));

/** Returns undefined unless the text decodes to 32 bytes. */
export function decodeKey(base64: string | undefined): Buffer | undefined {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return bytes.length === KEY_BYTES ? bytes : undefined;
}

/**
 * Parses `id:base64,id:base64` with 32 bytes each. Callers that encrypt use the first key, and decrypt with all of
 * them. `label` names the keys in error messages.
 *
 * @throws Error on any other form, or if two keys have the same id
 */
export function parseKeyList(text: string, label: string): readonly [NamedKey, ...NamedKey[]] {
  const [first, ...others] = splitKeyList(
    text,
    `${label} must be id:base64 of 32 bytes`,
    (id, [base64, ...rest]) => {
      const bytes = decodeKey(base64);
      return bytes && rest.length === 0 ? { id, bytes } : undefined;
    },
  );
  if (!first) throw new Error(`${label} are missing`);
  checkDistinctIds([first, ...others], label);
  return [first, ...others];
}
