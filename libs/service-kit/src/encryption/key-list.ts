const KEY_BYTES = 32;
const KEY_ID = /^[a-z0-9-]+$/;

/** One entry of a key setting. */
export interface NamedKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Parses `id:base64,id:base64` with 32 bytes each. The first key encrypts, all of them decrypt. `label` names the keys
 * in error messages, which never repeat the text.
 *
 * @throws Error on any other form
 */
export function parseKeyList(text: string, label: string): readonly [NamedKey, ...NamedKey[]] {
  const [first, ...others] = text.split(',').map((entry): NamedKey => {
    const [id = '', base64 = '', ...rest] = entry.trim().split(':');
    const bytes = Buffer.from(base64, 'base64');
    if (!KEY_ID.test(id) || bytes.length !== KEY_BYTES || rest.length > 0)
      throw new Error(`${label} must be id:base64 of 32 bytes, comma-separated`);
    return { id, bytes };
  });
  if (!first) throw new Error(`${label} are missing`);
  if (new Set([first, ...others].map(({ id }) => id)).size <= others.length)
    throw new Error(`${label} must have different ids`);
  return [first, ...others];
}

/** Whether the text is a valid list of keys. */
export function isKeyList(text: string): boolean {
  try {
    return parseKeyList(text, 'keys').length > 0;
  } catch {
    return false;
  }
}
