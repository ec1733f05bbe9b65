import type { DataCipher, ReencryptionTask } from '@desk/service-kit';
import { decryptLead } from '../intake/lead-cipher.js';
import { LeadIndex, type SearchedLead } from '../search/lead-index.js';

/** Computes the hashes by which leads are found under the current key. */
export function leadSearchTask(cipher: DataCipher): ReencryptionTask {
  const index = new LeadIndex(cipher);
  return {
    table: 'lead_search',
    key: [{ column: 'lead_id', type: 'uuid' }],
    columns: [],
    isDue: 'key_id <> $1',
    rewrite: async (manager, { lead_id: id }) => {
      const [stored]: (SearchedLead & { readonly id: string })[] = await manager.query(
        'SELECT id, full_name AS "fullName", email, phone, state FROM leads WHERE id = $1',
        [id],
      );
      if (stored)
        await manager.query('UPDATE lead_search SET hashes = $2, key_id = $3 WHERE lead_id = $1', [
          id,
          index.toStored(decryptLead(cipher, stored)),
          cipher.currentKeyId,
        ]);
    },
  };
}
