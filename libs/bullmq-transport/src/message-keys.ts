import { messageLinksOf, type SenderName } from '@desk/contracts';
import { deriveKey, type NamedKey, parseKeyList } from './key-list.js';

/** Parses the root keys, from which link keys are derived. Only the launcher or an operator holds them (ADR 26). */
export const parseRootKeys = (text: string): readonly NamedKey[] => parseKeyList(text, 'message keys');

/**
 * Returns the `MESSAGE_KEYS` of one process: `id:from/to:base64` for each of its links and each root key. The first
 * root's keys seal, and every root's keys open.
 */
export const deriveMessageKeys = (roots: readonly NamedKey[], name: SenderName): string =>
  roots
    .flatMap((root) =>
      messageLinksOf(name).map(({ from, to }) => {
        const key = deriveKey(root, `message link 1: ${from} > ${to}`);
        return `${root.id}:${from}/${to}:${key.export().toString('base64')}`;
      }),
    )
    .join(',');
