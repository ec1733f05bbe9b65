import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DELIVERY_PAUSE_WINDOW_DAYS } from '@desk/contracts';

export interface Tie {
  readonly kind: 'card' | 'phone' | 'domain';
  readonly digest: string;
}

/**
 * More accounts with one mail domain than one person has: it may be a provider that is on no list, and the first of them
 * are tied enough.
 */
const MAX_ACCOUNTS_OF_DOMAIN = 20;

/** While ties are added, nobody counts what tied buyers have in common, and the other way round. */
const LOCK_TIES = `SELECT pg_advisory_xact_lock(hashtext('buyer ties'))`;
const LOCK_TIES_SHARED = prepared(`SELECT pg_advisory_xact_lock_shared(hashtext('buyer ties'))`);
/** $1: buyer, $2: kinds, $3: digests. */
const INSERT_TIES = `
  INSERT INTO buyer_ties (buyer_id, kind, digest)
  SELECT $1, tie.kind, tie.digest FROM unnest($2::text[], $3::text[]) tie(kind, digest)
   WHERE tie.kind <> 'domain'
      OR (SELECT count(*) FROM buyer_ties t WHERE t.kind = tie.kind AND t.digest = tie.digest) < ${MAX_ACCOUNTS_OF_DOMAIN}
  ON CONFLICT DO NOTHING RETURNING 1`;
/** Also over accounts in between. $1: buyer. */
const SELECT_TIED = prepared(`
  WITH RECURSIVE tied(id) AS (
         SELECT $1::uuid
         UNION
         SELECT other.buyer_id FROM tied
           JOIN buyer_ties own ON own.buyer_id = tied.id
           JOIN buyer_ties other ON other.kind = own.kind AND other.digest = own.digest)
  SELECT id FROM tied`);
/** In the order of their ids, so that concurrent transactions cannot deadlock. $1: buyers. */
const LOCK_BUYERS = prepared('SELECT 1 FROM buyers WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE');
/** $1: buyer whom this transaction has paused, $2: tied buyers. */
const COUNT_PAUSE_FOR_TIED = `
  UPDATE buyers b
     SET delivery_pauses = ARRAY(SELECT pause.at FROM unnest(b.delivery_pauses) pause(at)
                                  WHERE pause.at > paused.at - interval '${DELIVERY_PAUSE_WINDOW_DAYS} days') || paused.at
    FROM (SELECT delivery_paused_at AS at FROM buyers WHERE id = $1) paused
   WHERE b.id = ANY ($2::uuid[]) AND b.id <> $1`;
/** $1: tied buyers. */
const SHARE_PAUSES = `
  WITH shared AS (
         SELECT array_agg(DISTINCT pause.at ORDER BY pause.at) AS pauses
           FROM buyers t, unnest(t.delivery_pauses) pause(at) WHERE t.id = ANY ($1::uuid[]))
  UPDATE buyers b SET delivery_pauses = shared.pauses
    FROM shared WHERE b.id = ANY ($1::uuid[]) AND b.delivery_pauses <> shared.pauses`;

/** Buyers who share a card, a phone number or a mail server of their own: one person with several accounts. */
@Injectable()
export class BuyerTiesRepository {
  /** Returns whether one of the ties was new. Call it before the transaction locks a buyer. */
  async insert(tx: Tx, buyerId: string, ties: readonly Tie[]): Promise<boolean> {
    await tx.query(LOCK_TIES);
    const parameters = [buyerId, ties.map(({ kind }) => kind), ties.map(({ digest }) => digest)];
    return (await tx.query(INSERT_TIES, parameters)).length > 0;
  }

  /** Locks the buyer and every tied one, and returns their ids. The caller holds no buyer's lock. */
  async lockTied(tx: Tx, buyerId: string): Promise<string[]> {
    await tx.query(LOCK_TIES_SHARED);
    const tied = await tx.query<{ id: string }>(SELECT_TIED, [buyerId]);
    const ids = tied.map(({ id }) => id);
    await tx.query(LOCK_BUYERS, [ids]);
    return ids;
  }

  countPauseForTied(tx: Tx, buyerId: string, tiedIds: readonly string[]): void {
    if (tiedIds.length > 1) tx.send(COUNT_PAUSE_FOR_TIED, [buyerId, tiedIds]);
  }

  sharePauses(tx: Tx, tiedIds: readonly string[]): void {
    if (tiedIds.length > 1) tx.send(SHARE_PAUSES, [tiedIds]);
  }

  /** An admin has looked at them. */
  forgetPauses(tx: Tx, tiedIds: readonly string[]): void {
    if (tiedIds.length > 1)
      tx.send("UPDATE buyers SET delivery_pauses = '{}' WHERE id = ANY ($1::uuid[])", [tiedIds]);
  }
}
