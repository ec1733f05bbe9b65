import { type DataCipher, encryptedColumns, type ReencryptionTask } from '@desk/service-kit';
import { DIGEST_PREFIX, toStoredKey } from '../intake/idempotency-key.js';
import { encryptedLeadColumns, toLeadPurpose } from '../intake/lead-cipher.js';

const HAS_READABLE_KEY = `(idempotency_key IS NOT NULL AND NOT starts_with(idempotency_key, '${DIGEST_PREFIX}'))`;

/** Encrypts what identifies the person, and replaces idempotency keys that earlier releases stored as they were sent. */
export function leadsTask(cipher: DataCipher): ReencryptionTask {
  const task = encryptedColumns(cipher, {
    table: 'leads',
    key: [{ column: 'id', type: 'uuid' }],
    encrypted: encryptedLeadColumns.map(([, column]) => ({
      column,
      purpose: ({ id }) => toLeadPurpose(column, String(id)),
      ...(column === 'consent' && { isJson: true }),
    })),
  });
  return {
    ...task,
    columns: [...task.columns, 'funnel_id', 'idempotency_key'],
    isDue: `${task.isDue} OR ${HAS_READABLE_KEY}`,
    rewrite: async (manager, row) => {
      await task.rewrite(manager, row);
      const { id, funnel_id: funnelId, idempotency_key: idempotencyKey } = row;
      if (typeof funnelId !== 'string' || typeof idempotencyKey !== 'string') return;
      if (idempotencyKey.startsWith(DIGEST_PREFIX)) return;
      const stored = toStoredKey(cipher, { funnelId, idempotencyKey });
      await manager.query('UPDATE leads SET idempotency_key = $2 WHERE id = $1', [id, stored]);
    },
  };
}
