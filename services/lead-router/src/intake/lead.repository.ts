import { prepared, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeadIndex } from '../search/lead-index.js';
import { INSERT_LEAD, type NewLead, toParameters } from './insert-lead.sql.js';
import { toStoredKey, toStoredKeys } from './idempotency-key.js';
import { decryptLead, encryptLead } from './lead-cipher.js';
import { selectLead } from './lead-columns.js';
import { LeadEntity } from './lead.entity.js';

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
    return this.decrypt(await tx.manager.findOneBy(LeadEntity, { id }));
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
    return this.decrypt(await this.dataSource.manager.findOneBy(LeadEntity, { id, funnelId }));
  }

  private decrypt(stored: LeadEntity | null): LeadEntity | null {
    return stored && decryptLead(this.cipher, stored);
  }
}
