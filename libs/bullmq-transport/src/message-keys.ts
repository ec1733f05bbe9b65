import { hkdfSync } from 'node:crypto';
import { type MessageLink, messageLinksOf, type SenderName } from '@desk/contracts';
import { type NamedKey, parseKeyList } from './key-list.js';

const KEY_BYTES = 32;

/** Parses the root keys, from which link keys are derived. Only the launcher or an operator holds them (ADR 26). */
export const parseRootKeys = (text: string): readonly NamedKey[] => parseKeyList(text, 'message keys');

/** Returns the key of one direction between two processes. */
export const deriveLinkKey = (root: NamedKey, { from, to }: MessageLink): Buffer =>
  Buffer.from(hkdfSync('sha256', root.bytes, '', `annuity-desk message link 1: ${from} > ${to}`, KEY_BYTES));

/**
 * Returns the `MESSAGE_KEYS` of one process: `id:from/to:base64` for each of its links and each root key. The first
 * root's keys seal, and every root's keys open.
 */
export const deriveMessageKeys = (roots: readonly NamedKey[], name: SenderName): string =>
  roots
    .flatMap((root) =>
      messageLinksOf(name).map(
        (link) => `${root.id}:${link.from}/${link.to}:${deriveLinkKey(root, link).toString('base64')}`,
      ),
    )
    .join(',');
