import { LEAD_PRICE_CENTS, leadFieldEntries, toDecimal } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { LeadIndex } from '../search/lead-index.js';
import type { LeadPost } from './decide-post.js';
import { toStoredKey, toStoredKeys } from './idempotency-key.js';
import { decryptLead, encryptLead } from './lead-cipher.js';
import { type LeadEntity, selectLead } from './lead.entity.js';

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

const columnNames = columns.map(([, column]) => column).join(', ');

/** $1: leads, by column; $2: what they are searched by. */
export const INSERT_LEADS = prepared(`
  WITH new_leads AS (
    INSERT INTO leads (${columnNames})
    SELECT ${columnNames} FROM jsonb_populate_recordset(NULL::leads, $1))
  INSERT INTO lead_search (lead_id, received_at, hashes, key_id)
  SELECT lead_id, received_at, hashes, key_id FROM jsonb_populate_recordset(NULL::lead_search, $2)`);

/** Parameters of `INSERT_LEADS`, for leads as they are stored. */
export const toParameters = (
  leads: readonly (NewLead & { readonly hashes: readonly string[]; readonly keyId: string })[],
): unknown[] =>
  [
    leads.map((lead) => Object.fromEntries(columns.map(([name, column]) => [column, lead[name]]))),
    leads.map(({ id, createdAt, hashes, keyId }) => ({
      lead_id: id,
      received_at: createdAt,
      hashes,
      key_id: keyId,
    })),
  ].map((rows) => JSON.stringify(rows));

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
const TRY_LOCK_IDEMPOTENCY_KEYS = prepared(`
  SELECT bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 0))) AS "areLocked" FROM unnest($1::text[]) AS key`);
const FIND_BY_IDEMPOTENCY_KEYS = prepared(`
  SELECT ${selectLead('l')} FROM leads l
   WHERE (l.funnel_id, l.idempotency_key) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`);

/** Stores leads encrypted and returns them decrypted. */
@Injectable()
export class LeadRepository {
  constructor(
    private readonly cipher: DataCipher,
    private readonly index: LeadIndex,
  ) {}

  /**
   * Makes a second post with the same key wait until the first is decided; if that takes too long, fails with PostgreSQL's
   * `lock_not_available`. Several posts do not wait: they fail at once, and are then tried one by one. Returns the leads that
   * were accepted with these keys.
   */
  async lockIdempotencyKeys(tx: Tx, posts: readonly LeadPost[]): Promise<LeadEntity[]> {
    const keyed = posts.flatMap(({ funnelId, idempotencyKey }) =>
      idempotencyKey === null ? [] : { funnelId, idempotencyKey },
    );
    if (keyed.length === 0) return [];
    const stored = keyed.flatMap((post) =>
      toStoredKeys(this.cipher, post).map((key) => ({ funnelId: post.funnelId, key })),
    );
    const [, leads] = await Promise.all([
      lockKeys(
        tx,
        keyed.map(({ funnelId, idempotencyKey }) => `${funnelId} ${idempotencyKey}`),
        { mayWait: posts.length === 1 },
      ),
      tx.query<LeadEntity>(FIND_BY_IDEMPOTENCY_KEYS, [
        stored.map(({ funnelId }) => funnelId),
        stored.map(({ key }) => key),
      ]),
    ]);
    return leads.map((lead) => decryptLead(this.cipher, lead));
  }

  async findById(tx: Tx, id: string): Promise<LeadEntity | null> {
    const found = await tx.one<LeadEntity>(FIND_BY_ID, [id]);
    return found ? decryptLead(this.cipher, found) : null;
  }

  /** Inserts the leads and what they are searched by. */
  insert(
    tx: Tx,
    posts: readonly { readonly post: LeadPost; readonly leadId: string }[],
    createdAt: Date,
  ): void {
    const stored = posts.map(({ post, leadId }) => {
      const lead = toNewLead(post, leadId, createdAt);
      const { funnelId, idempotencyKey } = lead;
      const key = idempotencyKey === null ? null : toStoredKey(this.cipher, { funnelId, idempotencyKey });
      return {
        ...encryptLead(this.cipher, { ...lead, idempotencyKey: key }),
        hashes: this.index.toStored(lead),
        keyId: this.cipher.currentKeyId,
      };
    });
    tx.send(INSERT_LEADS, toParameters(stored));
  }
}

function toNewLead({ lead, ...post }: LeadPost, id: string, createdAt: Date): NewLead {
  const { consent, extras, campaign, reference, ...fields } = lead;
  return {
    id,
    funnelId: post.funnelId,
    idempotencyKey: post.idempotencyKey,
    bodyHash: post.bodyHash,
    ...fields,
    consent: consent ?? null,
    extras: extras ?? null,
    campaignSource: campaign?.source ?? '',
    campaign: campaign?.name ?? '',
    reference: reference ?? null,
    price: toDecimal(LEAD_PRICE_CENTS),
    createdAt,
  };
}

/** @throws Error if it may not wait, and another transaction has locked one of the keys */
async function lockKeys(tx: Tx, keys: readonly string[], { mayWait }: { mayWait: boolean }): Promise<void> {
  if (mayWait) {
    tx.send(LOCK_IDEMPOTENCY_KEY, keys);
    return;
  }
  const row = await tx.one<{ areLocked: boolean }>(TRY_LOCK_IDEMPOTENCY_KEYS, [keys]);
  if (row?.areLocked !== true) throw new Error('another post with one of the keys is being decided');
}
