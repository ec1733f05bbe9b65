import { DomainError, type RejectionReason } from '@desk/contracts';
import { prepared } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const AUTHENTICATE = prepared(
  `SELECT f.id AS "funnelId", f.name FROM funnel_keys k JOIN funnels f ON f.id = k.funnel_id
    WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND f.active`,
);

/** Where rejections of posts without a known key are counted. */
const NO_FUNNEL = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class FunnelsService {
  constructor(private readonly dataSource: DataSource) {}

  /** Throws UNKNOWN_FUNNEL_KEY for a key that is unknown, revoked, or of a funnel that was switched off. */
  async authenticate(keyHash: string): Promise<{ funnelId: string; name: string }> {
    const [funnel]: { funnelId: string; name: string }[] = await this.dataSource.query(AUTHENTICATE, [
      keyHash,
    ]);
    if (!funnel) throw new DomainError('UNKNOWN_FUNNEL_KEY');
    return funnel;
  }

  async countRejection(funnelId: string | null, reason: RejectionReason): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO rejections AS r (funnel_id, day, reason, count)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, 1)
       ON CONFLICT (funnel_id, day, reason) DO UPDATE SET count = r.count + 1`,
      [funnelId ?? NO_FUNNEL, reason],
    );
  }
}
