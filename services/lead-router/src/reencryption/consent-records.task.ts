import { type DataCipher, encryptedColumns, type ReencryptionTask } from '@desk/service-kit';
import { toLeadPurpose } from '../intake/lead-cipher.js';
import { toCurrentConsentDigests } from '../retention/consent-digests.js';

/** The values keep the purposes of their lead. */
const encrypted = ['full_name', 'phone', 'consent'].map((column) => ({
  column,
  purpose: ({ lead_id: id }: Readonly<Record<string, unknown>>) => toLeadPurpose(column, String(id)),
  ...(column === 'consent' && { isJson: true as const }),
}));

interface StoredRecord {
  readonly lead_id: string;
  readonly phone: string;
  readonly email_hash: string;
}

/** Converts consent records and the digests by which they are found. */
export function consentRecordsTask(cipher: DataCipher): ReencryptionTask {
  const columns = encryptedColumns(cipher, {
    table: 'consent_records',
    key: [{ column: 'lead_id', type: 'uuid' }],
    encrypted,
  });
  return {
    ...columns,
    columns: [...columns.columns, 'email_hash'],
    isDue: `${columns.isDue} OR digest_key_id <> $1`,
    rewrite: async (manager, row) => {
      const { lead_id: leadId, phone, email_hash: emailHash } = row as unknown as StoredRecord;
      const digests = toCurrentConsentDigests(cipher, {
        lead_id: leadId,
        phone: cipher.decrypt(phone, toLeadPurpose('phone', leadId)),
        email_hash: emailHash,
      });
      await columns.rewrite(manager, row);
      await manager.query(
        `UPDATE consent_records SET digest_key_id = $2, phone_digest = $3, email_digest = $4, email_hash = $5
          WHERE lead_id = $1`,
        [leadId, cipher.currentKeyId, digests.phoneDigest, digests.emailDigest, digests.emailHash],
      );
    },
  };
}
