import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Fingerprint } from './fingerprints.js';
import { LeadEntity } from './lead.entity.js';

export type NewLead = Omit<LeadEntity, 'status' | 'offersMade' | 'soldAt'>;

const LOCK_IDEMPOTENCY_KEY = prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
const CLAIM_FINGERPRINT = prepared(
  `INSERT INTO lead_fingerprints AS f (kind, digest, lead_id, seen_at) VALUES ($1, $2, $3, now())
   ON CONFLICT (kind, digest) DO UPDATE SET lead_id = excluded.lead_id, seen_at = excluded.seen_at
     WHERE f.seen_at < now() - make_interval(days => $4)
       AND (f.suppressed_until IS NULL OR f.suppressed_until < now())
   RETURNING 1`,
);
const SELECT_FINGERPRINT = `
  SELECT lead_id AS "leadId" FROM lead_fingerprints WHERE kind = $1 AND digest = $2`;

@Injectable()
export class LeadRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Makes a second post with the same key wait until the first is decided. */
  async lockIdempotencyKey(tx: Tx, funnelId: string, idempotencyKey: string): Promise<void> {
    await tx.query(LOCK_IDEMPOTENCY_KEY, [`${funnelId} ${idempotencyKey}`]);
  }

  findByIdempotencyKey(tx: Tx, funnelId: string, idempotencyKey: string): Promise<LeadEntity | null> {
    return tx.manager.findOneBy(LeadEntity, { funnelId, idempotencyKey });
  }

  /** Returns false if another lead has claimed the fingerprint within the last `windowDays`, or it is suppressed. */
  async claimFingerprint(
    tx: Tx,
    { kind, digest }: Fingerprint,
    leadId: string,
    windowDays: number,
  ): Promise<boolean> {
    return (await tx.query(CLAIM_FINGERPRINT, [kind, digest, leadId, windowDays])).length > 0;
  }

  async findByFingerprint(tx: Tx, { kind, digest }: Fingerprint): Promise<LeadEntity | null> {
    const [fingerprint] = await tx.query<{ leadId: string }>(SELECT_FINGERPRINT, [kind, digest]);
    return fingerprint ? tx.manager.findOneBy(LeadEntity, { id: fingerprint.leadId }) : null;
  }

  async insert(tx: Tx, lead: NewLead): Promise<void> {
    await tx.manager.insert(LeadEntity, lead);
  }

  findOfFunnel(funnelId: string, id: string): Promise<LeadEntity | null> {
    return this.dataSource.manager.findOneBy(LeadEntity, { id, funnelId });
  }
}
