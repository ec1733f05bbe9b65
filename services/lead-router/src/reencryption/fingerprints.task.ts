import { type DataCipher, isNotCurrent, type ReencryptionTask } from '@desk/service-kit';
import { type StoredFingerprint, toCurrent } from '../intake/stored-fingerprints.js';

interface FingerprintRow {
  readonly kind: StoredFingerprint['kind'];
  readonly digest: string;
  readonly key_id: string;
  readonly source: string;
  readonly lead_id: string;
  readonly seen_at: Date;
  readonly suppressed_until: Date | null;
}

/** The row under the current key may be there already, claimed by a copy that knew both keys. The later claim counts. */
const MERGE = `
  INSERT INTO lead_fingerprints AS f (kind, digest, key_id, source, lead_id, seen_at, suppressed_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (kind, digest) DO UPDATE
    SET source = excluded.source,
        lead_id = CASE WHEN f.seen_at < excluded.seen_at THEN excluded.lead_id ELSE f.lead_id END,
        seen_at = GREATEST(f.seen_at, excluded.seen_at),
        suppressed_until = GREATEST(f.suppressed_until, excluded.suppressed_until)`;

/** Replaces digests under other keys by digests under the current key. */
export const fingerprintsTask = (cipher: DataCipher): ReencryptionTask => ({
  table: 'lead_fingerprints',
  key: [
    { column: 'kind', type: 'text' },
    { column: 'digest', type: 'text' },
  ],
  columns: ['key_id', 'source', 'lead_id', 'seen_at', 'suppressed_until'],
  isDue: `key_id <> $1 OR ${isNotCurrent('source')}`,
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
