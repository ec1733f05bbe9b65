import {
  type DataCipher,
  encryptedColumns,
  needsReencryption,
  type ReencryptionTask,
} from '@desk/service-kit';
import { connectionSecrets, toConnectionPurpose } from '../funnels/connection.repository.js';
import { heldPostColumns, toHeldPostPurpose } from '../held-posts/held-post-cipher.js';
import {
  decryptLead,
  encryptedLeadColumns,
  isJsonLeadProperty,
  toLeadPurpose,
  toNotesPurpose,
} from '../intake/lead-cipher.js';
import { type StoredFingerprint, toCurrent } from '../intake/fingerprints.js';
import { toLeadViewPurpose } from '../lead-views/lead-view.repository.js';
import { reportTexts, toReportPurpose } from '../problem-reports/report-cipher.js';
import { toCurrentConsentDigests } from '../retention/consent-digests.js';
import { LeadIndex, type SearchedLead } from '../search/lead-index.js';
import { toDecisionPurpose } from '../waiting-leads/lead-decision.repository.js';

/** Recomputes the search hashes of leads under the current key. */
function leadSearchTask(cipher: DataCipher): ReencryptionTask {
  const index = new LeadIndex(cipher);
  return {
    table: 'lead_search',
    key: [{ column: 'lead_id', type: 'uuid' }],
    columns: [],
    isDue: 'key_id <> $1',
    rewrite: async (manager, { lead_id: id }) => {
      // Locks the lead, because a sale that is being recorded copies the hashes.
      const [stored]: (SearchedLead & { readonly id: string })[] = await manager.query(
        'SELECT id, full_name AS "fullName", email, phone, state FROM leads WHERE id = $1 FOR SHARE',
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

interface FingerprintRow {
  readonly kind: StoredFingerprint['kind'];
  readonly digest: string;
  readonly key_id: string;
  readonly source: string;
  readonly lead_id: string;
  readonly seen_at: Date;
  readonly suppressed_until: Date | null;
}

/** A copy that knew both keys may have added the row under the current key before. The later claim wins. */
const MERGE = `
  INSERT INTO lead_fingerprints AS f (kind, digest, key_id, source, lead_id, seen_at, suppressed_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (kind, digest) DO UPDATE
    SET source = excluded.source,
        lead_id = CASE WHEN f.seen_at < excluded.seen_at THEN excluded.lead_id ELSE f.lead_id END,
        seen_at = GREATEST(f.seen_at, excluded.seen_at),
        suppressed_until = GREATEST(f.suppressed_until, excluded.suppressed_until)`;

/** Replaces digests under other keys by digests under the current key. */
const fingerprintsTask = (cipher: DataCipher): ReencryptionTask => ({
  table: 'lead_fingerprints',
  key: [
    { column: 'kind', type: 'text' },
    { column: 'digest', type: 'text' },
  ],
  columns: ['key_id', 'source', 'lead_id', 'seen_at', 'suppressed_until'],
  isDue: `key_id <> $1 OR ${needsReencryption('source')}`,
  rewrite: async (manager, row) => {
    const { key_id: keyId, ...stored } = row as unknown as FingerprintRow;
    const current = toCurrent(cipher, { ...stored, keyId });
    await manager.query(MERGE, [
      ...[current.kind, current.digest, current.keyId, current.source],
      ...[stored.lead_id, stored.seen_at, stored.suppressed_until],
    ]);
    if (current.digest !== stored.digest)
      await manager.query('DELETE FROM lead_fingerprints WHERE kind = $1 AND digest = $2', [
        stored.kind,
        stored.digest,
      ]);
  },
});

/** Values are encrypted for the same purposes as in their lead. */
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
function consentRecordsTask(cipher: DataCipher): ReencryptionTask {
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

/**
 * All encrypted columns of this schema, and the hashes and digests that are computed again. Digests of cards
 * (`buyer_ties`), idempotency keys, test leads and held posts stay under the key that they were made with.
 */
export const reencryptionTasks = (cipher: DataCipher): readonly ReencryptionTask[] => [
  encryptedColumns(cipher, {
    table: 'leads',
    encrypted: encryptedLeadColumns.map(([, column]) => ({
      column,
      purpose: ({ id }) => toLeadPurpose(column, String(id)),
      isJson: isJsonLeadProperty(column),
    })),
  }),
  leadSearchTask(cipher),
  encryptedColumns(cipher, {
    table: 'sold_leads',
    key: [{ column: 'lead_id', type: 'uuid' }],
    encrypted: [{ column: 'notes', purpose: ({ lead_id: id }) => toNotesPurpose(String(id)) }],
  }),
  encryptedColumns(cipher, {
    table: 'lead_views',
    key: [
      { column: 'buyer_id', type: 'uuid' },
      { column: 'id', type: 'uuid' },
    ],
    encrypted: [
      {
        column: 'content',
        purpose: ({ buyer_id: buyerId, id }) => toLeadViewPurpose(String(buyerId), String(id)),
      },
    ],
  }),
  encryptedColumns(cipher, {
    table: 'problem_reports',
    encrypted: reportTexts.map((column) => ({
      column,
      purpose: ({ id }) => toReportPurpose(column, String(id)),
    })),
  }),
  encryptedColumns(cipher, {
    table: 'lead_decisions',
    key: [
      { column: 'lead_id', type: 'uuid' },
      { column: 'id', type: 'uuid' },
    ],
    encrypted: [{ column: 'reason', purpose: ({ id }) => toDecisionPurpose(String(id)) }],
  }),
  encryptedColumns(cipher, {
    table: 'funnel_connections',
    key: [
      { column: 'funnel_id', type: 'uuid' },
      { column: 'tool', type: 'text' },
    ],
    encrypted: connectionSecrets.map((column) => ({
      column,
      purpose: ({ funnel_id: funnelId, tool }) => toConnectionPurpose(column, String(funnelId), String(tool)),
    })),
  }),
  encryptedColumns(cipher, {
    table: 'held_posts',
    encrypted: heldPostColumns.map((column) => ({
      column,
      purpose: ({ id }) => toHeldPostPurpose(column, String(id)),
    })),
  }),
  consentRecordsTask(cipher),
  fingerprintsTask(cipher),
];
