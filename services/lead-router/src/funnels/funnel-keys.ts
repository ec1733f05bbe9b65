import { randomUUID } from 'node:crypto';
import type { FunnelKeyKind } from '@desk/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { funnelKeyPrefix, generateFunnelKey, hashFunnelKey } from './funnel-key.js';

interface FunnelKeyRow {
  /** The beginning of the key's hash. */
  readonly id: string;
  readonly funnelId: string;
  readonly funnelName: string;
  readonly prefix: string;
  readonly kind: FunnelKeyKind;
  readonly revokedAt: Date | null;
}

/** The first 12 digits of a key's hash are shown instead of it, and are enough to tell keys apart. */
const KEY_ID = /^[0-9a-f]{12,64}$/;

/** The operator's changes to funnels and their keys. A database trigger notes them for the audit log. */
export class FunnelKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly operator: string,
  ) {}

  /** Creates a funnel and returns its key. With a preset key that a funnel has already, changes nothing. */
  create(name: string, key: string = generateFunnelKey()): Promise<string> {
    return this.change(async (manager) => {
      const known: unknown[] = await manager.query('SELECT 1 FROM funnel_keys WHERE key_hash = $1', [
        hashFunnelKey(key),
      ]);
      if (known.length > 0) return key;
      const id = randomUUID();
      await manager.query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [id, name]);
      await this.insert(manager, id, key);
      return key;
    });
  }

  /**
   * Adds a key, so that a funnel can change over before its old one is revoked.
   * @throws Error for an unknown funnel
   */
  async add(funnelId: string, kind: FunnelKeyKind = 'server'): Promise<string> {
    const key = generateFunnelKey(kind);
    await this.change((manager) => this.insert(manager, funnelId, key, kind));
    return key;
  }

  list(): Promise<FunnelKeyRow[]> {
    return this.dataSource.query(
      `SELECT left(k.key_hash, 12) AS id, f.id AS "funnelId", f.name AS "funnelName", k.key_prefix AS prefix,
              k.kind, k.revoked_at AS "revokedAt"
         FROM funnel_keys k JOIN funnels f ON f.id = k.funnel_id ORDER BY f.name, k.created_at`,
    );
  }

  /**
   * Revokes a key, given by its id in the list or in full, and returns its hash. From then on no lead is accepted with
   * it. Repeating it keeps the time of the first revocation.
   *
   * @throws Error unless exactly one key matches
   */
  async revoke(idOrKey: string): Promise<string> {
    const hash = KEY_ID.test(idOrKey) ? idOrKey : hashFunnelKey(idOrKey);
    return this.change(async (manager) => {
      const rows: { keyHash: string }[] = await manager.query(
        'SELECT key_hash AS "keyHash" FROM funnel_keys WHERE starts_with(key_hash, $1) FOR UPDATE',
        [hash],
      );
      const [found] = rows;
      if (!found || rows.length > 1) throw new Error(`${rows.length} keys match; see \`funnel list\``);
      await manager.query(
        'UPDATE funnel_keys SET revoked_at = now() WHERE key_hash = $1 AND revoked_at IS NULL',
        [found.keyHash],
      );
      return found.keyHash;
    });
  }

  private change<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query("SELECT set_config('desk.operator', $1, true)", [this.operator]);
      return work(manager);
    });
  }

  private async insert(
    manager: EntityManager,
    funnelId: string,
    key: string,
    kind: FunnelKeyKind = 'server',
  ): Promise<void> {
    await manager.query(
      'INSERT INTO funnel_keys (key_hash, funnel_id, key_prefix, kind) VALUES ($1, $2, $3, $4)',
      [hashFunnelKey(key), funnelId, funnelKeyPrefix(key), kind],
    );
  }
}
