import { hkdfSync } from 'node:crypto';
import { type MessageLink, messageLinksOf, type SenderName } from '@desk/contracts';

const KEY_BYTES = 32;
const KEY_ID = /^[a-z0-9-]+$/;

/** Every key of a link is derived from a root key, which only the launcher or an operator holds (ADR 26). */
export interface RootKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Parses 32 bytes in base64. @throws Error on any other text, without repeating it */
export function parseKey(id: string, base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (!KEY_ID.test(id) || bytes.length !== KEY_BYTES)
    throw new Error('message keys must have an id of a-z, 0-9 and - and 32 bytes in base64');
  return bytes;
}

/** Parses `id:base64,id:base64`. @throws Error */
export function parseRootKeys(text: string): readonly RootKey[] {
  const roots = text.split(',').map((entry): RootKey => {
    const [id = '', base64 = '', ...rest] = entry.trim().split(':');
    return { id, bytes: parseKey(rest.length > 0 ? '' : id, base64) };
  });
  if (new Set(roots.map(({ id }) => id)).size < roots.length)
    throw new Error('message keys must have different ids');
  return roots;
}

/** Returns the key of one direction between two processes. */
export const deriveLinkKey = (root: RootKey, { from, to }: MessageLink): Buffer =>
  Buffer.from(hkdfSync('sha256', root.bytes, '', `annuity-desk message link 1: ${from} > ${to}`, KEY_BYTES));

/**
 * Returns the `MESSAGE_KEYS` of one process: `id:from/to:base64` for each of its links and each root key. The first
 * root's keys seal, all of them open.
 */
export const deriveMessageKeys = (roots: readonly RootKey[], name: SenderName): string =>
  roots
    .flatMap((root) =>
      messageLinksOf(name).map(
        (link) => `${root.id}:${link.from}/${link.to}:${deriveLinkKey(root, link).toString('base64')}`,
      ),
    )
    .join(',');
