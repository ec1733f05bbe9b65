import type { countRejections, RejectionReason, RequestOf } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface AuthenticatedFunnel {
  readonly funnelId: string;
  readonly name: string;
}

export type RejectionCount = RequestOf<typeof countRejections>['counts'][number];

const SELECT_BY_KEY = prepared(
  `SELECT f.id AS "funnelId", f.name FROM funnel_keys k JOIN funnels f ON f.id = k.funnel_id
    WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND f.active`,
);
const SELECT_ACTIVE = prepared('SELECT 1 FROM funnels WHERE id = $1 AND active');
const SELECT_WITH_KEY = prepared(
  `SELECT 1 FROM funnels f JOIN funnel_keys k ON k.funnel_id = f.id
    WHERE f.id = $1 AND f.active AND k.key_hash = $2 AND k.revoked_at IS NULL`,
);

/** Stands in for the funnel in `rejections` when the key is unknown. */
const UNKNOWN_FUNNEL_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class FunnelRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Finds an active funnel by the hash of a key that is not revoked. */
  async findByKeyHash(keyHash: string): Promise<AuthenticatedFunnel | undefined> {
    const [funnel]: AuthenticatedFunnel[] = await this.dataSource.query(SELECT_BY_KEY, [keyHash]);
    return funnel;
  }

  /** Whether the funnel is active and its key is not revoked. The previous release gives no key. */
  async isValid(
    tx: Tx,
    { funnelId, keyHash }: { funnelId: string; keyHash?: string | undefined },
  ): Promise<boolean> {
    const rows =
      keyHash === undefined
        ? await tx.query(SELECT_ACTIVE, [funnelId])
        : await tx.query(SELECT_WITH_KEY, [funnelId, keyHash]);
    return rows.length > 0;
  }

  async countRejection(funnelId: string | null, reason: RejectionReason): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO rejections AS r (funnel_id, day, reason, count)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, 1)
       ON CONFLICT (funnel_id, day, reason) DO UPDATE SET count = r.count + 1`,
      [funnelId ?? UNKNOWN_FUNNEL_ID, reason],
    );
  }

  /** Locks the rows in the order of their key, so that two batches cannot deadlock. */
  async addRejections(tx: Tx, counts: readonly RejectionCount[]): Promise<void> {
    await tx.query(
      `INSERT INTO rejections AS r (funnel_id, day, reason, count)
       SELECT funnel_id, day, reason, sum(count)
         FROM unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[]) AS given (funnel_id, day, reason, count)
        GROUP BY funnel_id, day, reason
        ORDER BY funnel_id, day, reason
       ON CONFLICT (funnel_id, day, reason) DO UPDATE SET count = r.count + excluded.count`,
      [
        counts.map(({ funnelId }) => funnelId ?? UNKNOWN_FUNNEL_ID),
        counts.map(({ day }) => day),
        counts.map(({ reason }) => reason),
        counts.map(({ count }) => count),
      ],
    );
  }
}
