import { type DataCipher, encryptedColumns, type ReencryptionTask } from '@desk/service-kit';
import { toNotesPurpose } from '../intake/lead-cipher.js';
import { isReadable, isUnderOtherKey, readSearchText } from './search-texts.js';

interface SoldLeadRow {
  readonly lead_id: string;
  readonly search: string;
  readonly search_bytes: Buffer;
}

/** Encrypts the notes of agents and the texts by which they find their leads. */
export function soldLeadsTask(cipher: DataCipher): ReencryptionTask {
  const notes = encryptedColumns(cipher, {
    table: 'sold_leads',
    key: [{ column: 'lead_id', type: 'uuid' }],
    encrypted: [{ column: 'notes', purpose: ({ lead_id: id }) => toNotesPurpose(String(id)) }],
  });
  const isSearchDue = `(${isReadable('search')} OR ${isUnderOtherKey('search_bytes')})`;
  return {
    ...notes,
    columns: [...notes.columns, 'search', 'search_bytes', `${isSearchDue} AS "isSearchDue"`],
    isDue: `${notes.isDue} OR ${isSearchDue}`,
    rewrite: async (manager, row) => {
      const { lead_id: leadId, search, search_bytes: bytes } = row as unknown as SoldLeadRow;
      // Agents do not search names alone.
      const text = readSearchText(cipher, bytes, { name: '', text: search });
      const encrypted = row['isSearchDue'] === true ? cipher.search.encrypt(text).encryptedText : undefined;
      await notes.rewrite(manager, row);
      if (encrypted)
        await manager.query("UPDATE sold_leads SET search = '', search_bytes = $2 WHERE lead_id = $1", [
          leadId,
          encrypted,
        ]);
    },
  };
}
