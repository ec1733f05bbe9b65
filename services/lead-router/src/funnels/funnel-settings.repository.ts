import { type Funnel, type FunnelKeyKind, type FunnelSettings, MAX_LISTED_FUNNELS } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { funnelKeyPrefix, hashFunnelKey } from './funnel-key.js';

/**
 * $1: funnel, or null for all. $2: maximum number of rows. A key is shown by the first 12 digits of its hash, which are
 * enough to tell keys apart.
 */
const SELECT_FUNNELS = `
  SELECT f.id, f.name, f.mode, f.allowed_origins AS "allowedOrigins",
         f.requests_per_second AS "requestsPerSecond", f.duplicate_window_days AS "duplicateWindowDays",
         f.required_fields AS "requiredFields", f.requires_consent_proof AS "requiresConsentProof",
         f.phone_verification AS "phoneVerification", f.settings_version AS version,
         f.created_at AS "createdAt",
         COALESCE((SELECT jsonb_agg(jsonb_build_object('id', left(k.key_hash, 12), 'prefix', k.key_prefix,
                                                       'createdAt', k.created_at, 'revokedAt', k.revoked_at,
                                                       'kind', k.kind)
                                    ORDER BY k.created_at, k.key_hash)
                     FROM funnel_keys k WHERE k.funnel_id = f.id), '[]') AS keys
    FROM funnels f WHERE $1::uuid IS NULL OR f.id = $1 ORDER BY f.name, f.id LIMIT $2`;

type FunnelRow = WithDates<Funnel, 'createdAt'>;
const toInstant = (text: string): string => new Date(text).toISOString();
const toFunnel = ({ keys, ...row }: FunnelRow): Funnel => ({
  ...toInstants(row),
  keys: keys.map((key) => ({
    ...key,
    createdAt: toInstant(key.createdAt),
    revokedAt: key.revokedAt === null ? null : toInstant(key.revokedAt),
  })),
});

/** What admins see and set. */
@Injectable()
export class FunnelSettingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(): Promise<Funnel[]> {
    const rows: FunnelRow[] = await this.dataSource.query(SELECT_FUNNELS, [null, MAX_LISTED_FUNNELS]);
    return rows.map(toFunnel);
  }

  async find(funnelId: string): Promise<Funnel | undefined> {
    const [row]: FunnelRow[] = await this.dataSource.query(SELECT_FUNNELS, [funnelId, 1]);
    return row && toFunnel(row);
  }

  /** Makes other changes of the funnel wait. Returns undefined if there is no such funnel. */
  async lock(tx: Tx, funnelId: string): Promise<Funnel | undefined> {
    await tx.query('SELECT 1 FROM funnels WHERE id = $1 FOR UPDATE', [funnelId]);
    const [row] = await tx.query<FunnelRow>(SELECT_FUNNELS, [funnelId, 1]);
    return row && toFunnel(row);
  }

  insert(tx: Tx, funnelId: string, name: string): void {
    tx.send(`INSERT INTO funnels (id, name, mode, phone_verification) VALUES ($1, $2, 'test', 'optional')`, [
      funnelId,
      name,
    ]);
  }

  update(tx: Tx, funnelId: string, settings: FunnelSettings): void {
    tx.send(
      `UPDATE funnels
          SET name = $2, mode = $3, allowed_origins = $4, requests_per_second = $5, duplicate_window_days = $6,
              required_fields = $7, requires_consent_proof = $8,
              phone_verification = COALESCE($9, phone_verification), settings_version = settings_version + 1
        WHERE id = $1`,
      [
        funnelId,
        settings.name,
        settings.mode,
        settings.allowedOrigins,
        settings.requestsPerSecond,
        settings.duplicateWindowDays,
        settings.requiredFields,
        settings.requiresConsentProof,
        settings.phoneVerification ?? null,
      ],
    );
  }

  /** Sets the operator whom the trigger on funnel_keys names in the audit log. */
  setOperator(tx: Tx, adminId: string): void {
    tx.send("SELECT set_config('desk.operator', $1, true)", [`admin ${adminId}`]);
  }

  /** Lists the keys that are not revoked. */
  listLiveKeys(
    tx: Tx,
    funnelId: string,
  ): Promise<{ readonly keyHash: string; readonly kind: FunnelKeyKind }[]> {
    return tx.query(
      `SELECT key_hash AS "keyHash", kind
         FROM funnel_keys WHERE funnel_id = $1 AND revoked_at IS NULL`,
      [funnelId],
    );
  }

  insertKey(tx: Tx, funnelId: string, key: string, kind: FunnelKeyKind): void {
    tx.send('INSERT INTO funnel_keys (key_hash, funnel_id, key_prefix, kind) VALUES ($1, $2, $3, $4)', [
      ...[hashFunnelKey(key), funnelId, funnelKeyPrefix(key), kind],
    ]);
  }

  /** Returns the hash; undefined if the funnel has no such key. Repeating it keeps the time of the first revocation. */
  async revokeKey(tx: Tx, funnelId: string, keyId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ keyHash: string }>(
      `UPDATE funnel_keys SET revoked_at = COALESCE(revoked_at, now())
        WHERE funnel_id = $1 AND left(key_hash, 12) = $2 RETURNING key_hash AS "keyHash"`,
      [funnelId, keyId],
    );
    return row?.keyHash;
  }

  async listOrigins(): Promise<string[]> {
    const rows: { origin: string }[] = await this.dataSource.query(
      "SELECT DISTINCT unnest(allowed_origins) AS origin FROM funnels WHERE mode <> 'paused' ORDER BY origin",
    );
    return rows.map(({ origin }) => origin);
  }
}
