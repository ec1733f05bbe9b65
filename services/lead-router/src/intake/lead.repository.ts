import { leadFieldEntries } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeadIndex } from '../search/lead-index.js';
import { toStoredKey, toStoredKeys } from './idempotency-key.js';
import { decryptLead, encryptLead, isJsonLeadProperty } from './lead-cipher.js';
import { selectLead } from './lead-columns.js';
import type { LeadEntity } from './lead.entity.js';

export type NewLead = Omit<LeadEntity, 'status' | 'offersMade' | 'soldAt'> & {
  /** Both empty if it is not known which campaign brought the lead. */
  readonly campaignSource: string;
  readonly campaign: string;
};

const columns: readonly (readonly [keyof NewLead, string])[] = [
  ['id', 'id'],
  ['createdAt', 'created_at'],
  ['funnelId', 'funnel_id'],
  ['idempotencyKey', 'idempotency_key'],
  ['bodyHash', 'body_hash'],
  ...leadFieldEntries.map(([name, { postedAs }]) => [name, postedAs] as const),
  ['consent', 'consent'],
  ['extras', 'extras'],
  ['campaignSource', 'campaign_source'],
  ['campaign', 'campaign'],
  ['reference', 'reference'],
  ['price', 'price'],
];

/** Inserts a lead, then $n+1: the hashes by which it is found, $n+2: the id of their key. One statement saves a round trip. */
export const INSERT_LEAD = prepared(`
  WITH lead AS (
    INSERT INTO leads (${columns.map(([, column]) => column).join(', ')})
    VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}))
  INSERT INTO lead_search (lead_id, received_at, hashes, key_id)
  VALUES ($1, $2, $${columns.length + 1}, $${columns.length + 2})`);

export const toParameters = (lead: NewLead): unknown[] =>
  columns.map(([name]) =>
    isJsonLeadProperty(name) && lead[name] !== null ? JSON.stringify(lead[name]) : (lead[name] ?? null),
  );

/** How long a second post with the same key waits for the first. */
const MAX_KEY_WAIT_MS = 2_000;
/**
 * Reads the transaction's lock timeout first (OFFSET keeps the planner from reading it later) and restores it
 * afterwards.
 */
const LOCK_IDEMPOTENCY_KEY = prepared(`
  SELECT set_config('lock_timeout', '${MAX_KEY_WAIT_MS}ms', true), pg_advisory_xact_lock(hashtextextended($1, 0)),
         set_config('lock_timeout', usual.timeout, true)
    FROM (SELECT current_setting('lock_timeout') AS timeout OFFSET 0) usual`);
const FIND_BY_ID = prepared(`SELECT ${selectLead('l')} FROM leads l WHERE l.id = $1`);
const FIND_BY_IDEMPOTENCY_KEY = prepared(
  `SELECT ${selectLead('l')} FROM leads l WHERE l.funnel_id = $1 AND l.idempotency_key = ANY($2)`,
);

/** Stores leads encrypted and returns them decrypted. */
@Injectable()
export class LeadRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
    private readonly index: LeadIndex,
  ) {}

  /**
   * Makes a second post with the same key wait until the first is decided; if that takes too long, fails with PostgreSQL's
   * `lock_not_available`. Returns the lead that was accepted with this key; null without a key.
   */
  async lockIdempotencyKey(
    tx: Tx,
    { funnelId, idempotencyKey }: { readonly funnelId: string; readonly idempotencyKey: string | null },
  ): Promise<LeadEntity | null> {
    if (idempotencyKey === null) return null;
    tx.send(LOCK_IDEMPOTENCY_KEY, [`${funnelId} ${idempotencyKey}`]);
    const stored = toStoredKeys(this.cipher, { funnelId, idempotencyKey });
    const [known] = await tx.query<LeadEntity>(FIND_BY_IDEMPOTENCY_KEY, [funnelId, stored]);
    return this.decrypt(known ?? null);
  }

  async findById(tx: Tx, id: string): Promise<LeadEntity | null> {
    const [found] = await tx.query<LeadEntity>(FIND_BY_ID, [id]);
    return this.decrypt(found ?? null);
  }

  /** Inserts the lead and what it is searched by. */
  insert(tx: Tx, lead: NewLead): void {
    const { funnelId, idempotencyKey } = lead;
    const stored = encryptLead(this.cipher, {
      ...lead,
      idempotencyKey: idempotencyKey === null ? null : toStoredKey(this.cipher, { funnelId, idempotencyKey }),
    });
    tx.send(INSERT_LEAD, [...toParameters(stored), this.index.toStored(lead), this.cipher.currentKeyId]);
  }

  async findOfFunnel(funnelId: string, id: string): Promise<LeadEntity | null> {
    const [found]: LeadEntity[] = await this.dataSource.query(`${FIND_BY_ID} AND l.funnel_id = $2`, [
      id,
      funnelId,
    ]);
    return this.decrypt(found ?? null);
  }

  private decrypt(stored: LeadEntity | null): LeadEntity | null {
    return stored && decryptLead(this.cipher, stored);
  }
}
