import { prepared, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toStoredKey, toStoredKeys } from './idempotency-key.js';

/** A lead that was posted in test mode. Nothing of the person is kept. */
export interface TestLead {
  readonly id: string;
  readonly bodyDigest: string;
  /** Whether a buyer would have been found at that moment. */
  readonly wouldSell: boolean;
  readonly createdAt: Date;
}

const COLUMNS = 'id, body_digest AS "bodyDigest", would_sell AS "wouldSell", created_at AS "createdAt"';
const FIND_BY_KEY = prepared(
  `SELECT ${COLUMNS} FROM test_leads WHERE funnel_id = $1 AND idempotency_key = ANY($2)`,
);
/** Inserts nothing if another test lead has the key. */
const INSERT = prepared(`
  INSERT INTO test_leads (id, funnel_id, idempotency_key, body_digest, would_sell, created_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (funnel_id, idempotency_key) DO NOTHING RETURNING id`);

@Injectable()
export class TestLeadRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Tells equal bodies of one lead from others; without the key it could not be computed from a person's data. */
  digest(bodyHash: string): string {
    return this.cipher.digest(bodyHash, 'test_leads');
  }

  async findByKey(tx: Tx, funnelId: string, idempotencyKey: string): Promise<TestLead | undefined> {
    const stored = toStoredKeys(this.cipher, { funnelId, idempotencyKey });
    const [found] = await tx.query<TestLead>(FIND_BY_KEY, [funnelId, stored]);
    return found;
  }

  /** Returns false if another lead has the key. */
  async insert(
    tx: Tx,
    lead: TestLead & { readonly funnelId: string; readonly idempotencyKey: string | null },
  ): Promise<boolean> {
    const { id, funnelId, idempotencyKey, bodyDigest, wouldSell, createdAt } = lead;
    const key = idempotencyKey === null ? null : toStoredKey(this.cipher, { funnelId, idempotencyKey });
    const inserted = await tx.query(INSERT, [id, funnelId, key, bodyDigest, wouldSell, createdAt]);
    return inserted.length > 0;
  }

  async findOfFunnel(funnelId: string, id: string): Promise<TestLead | undefined> {
    const [found]: TestLead[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM test_leads WHERE id = $1 AND funnel_id = $2`,
      [id, funnelId],
    );
    return found;
  }
}
