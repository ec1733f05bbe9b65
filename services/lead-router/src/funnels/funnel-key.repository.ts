import type { authenticateFunnel, ResponseOf } from '@desk/contracts';
import { prepared } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type AuthenticatedFunnel = Omit<ResponseOf<typeof authenticateFunnel>, 'secrets'>;

const SELECT_BY_KEY = prepared(
  `SELECT f.id AS "funnelId", f.name, f.allowed_origins AS "allowedOrigins",
          f.requests_per_second AS "requestsPerSecond", f.phone_verification AS "phoneVerification",
          k.kind AS "keyKind", f.mode = 'paused' AS "isPaused",
          CASE WHEN k.kind = 'address' THEN (SELECT m.mapping FROM funnel_mappings m WHERE m.funnel_id = f.id
                                              ORDER BY m.version DESC LIMIT 1) END AS mapping
     FROM funnel_keys k JOIN funnels f ON f.id = k.funnel_id
    WHERE k.key_hash = $1 AND k.revoked_at IS NULL`,
);

/** Finds funnels by their keys. */
@Injectable()
export class FunnelKeyRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Finds a funnel by the hash of a key that is not revoked. */
  async findByKeyHash(keyHash: string): Promise<AuthenticatedFunnel | undefined> {
    const [funnel]: AuthenticatedFunnel[] = await this.dataSource.query(SELECT_BY_KEY, [keyHash]);
    return funnel;
  }

  async listLiveKeyHashes(): Promise<string[]> {
    const rows: { keyHash: string }[] = await this.dataSource.query(
      'SELECT key_hash AS "keyHash" FROM funnel_keys WHERE revoked_at IS NULL',
    );
    return rows.map(({ keyHash }) => keyHash);
  }
}
