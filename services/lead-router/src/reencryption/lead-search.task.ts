import type { DataCipher, ReencryptionTask } from '@desk/service-kit';
import { isReadable, isUnderOtherKey, readSearchText } from './search-texts.js';

interface SearchRow {
  readonly received_at: string;
  readonly lead_id: string;
  readonly name: string | null;
  readonly text: string | null;
  readonly encrypted_text: Buffer | null;
}

/** Encrypts the texts by which leads are found, and computes their tokens. */
export const leadSearchTask = (cipher: DataCipher): ReencryptionTask => ({
  table: 'lead_search',
  key: [
    { column: 'received_at', type: 'timestamptz' },
    { column: 'lead_id', type: 'uuid' },
  ],
  columns: ['name', 'text', 'encrypted_text'],
  isDue: `${isReadable('text')} OR ${isUnderOtherKey('encrypted_text')}`,
  rewrite: (manager, row) => {
    const { name, text, encrypted_text: encrypted, ...key } = row as unknown as SearchRow;
    const searchable = readSearchText(cipher, encrypted, { name: name ?? '', text: text ?? '' });
    const { tokens, encryptedText } = cipher.search.encrypt(searchable);
    return manager.query(
      `UPDATE lead_search SET name = NULL, text = NULL, tokens = $3, encrypted_text = $4
        WHERE received_at = $1::timestamptz AND lead_id = $2`,
      [key.received_at, key.lead_id, tokens, encryptedText],
    );
  },
});
