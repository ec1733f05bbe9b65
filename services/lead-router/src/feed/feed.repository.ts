import type { FeedEvent, getFeedHeads, ResponseOf } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type FeedHeads = ResponseOf<typeof getFeedHeads>['heads'];

/** An event for one buyer. */
export interface BuyerEvent extends Pick<FeedEvent, 'kind'> {
  readonly buyerId: string;
  readonly leadId: string | null;
}

export interface FeedSlice {
  readonly head: number;
  readonly events: FeedEvent[];
}

const APPEND = prepared('SELECT append_to_feeds($1, $2, $3)');

/** One statement, so that head and events come from the same snapshot. */
const SELECT_AFTER = prepared(`
  SELECT h.head, COALESCE((
           SELECT json_agg(e ORDER BY e.seq) FROM (
             SELECT seq, kind, lead_id AS "leadId", at
               FROM buyer_feed
              WHERE buyer_id = $1 AND seq > $2 ORDER BY seq LIMIT $3) e), '[]') AS events
    FROM feed_heads h WHERE h.buyer_id = $1`);

/** Callers may send any number, but the column is an integer. */
const MAX_SEQ = 2_147_483_647;

@Injectable()
export class FeedRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Locks the feed heads until the commit, so call it last in a transaction. */
  append(tx: Tx, events: readonly BuyerEvent[]): void {
    tx.send(APPEND, [
      events.map(({ buyerId }) => buyerId),
      events.map(({ kind }) => kind),
      events.map(({ leadId }) => leadId),
    ]);
  }

  async getAfter(buyerId: string, seq: number, limit: number): Promise<FeedSlice> {
    const [feed]: FeedSlice[] = await this.dataSource.query(SELECT_AFTER, [
      buyerId,
      Math.min(seq, MAX_SEQ),
      limit,
    ]);
    if (!feed) return { head: 0, events: [] };
    const events = feed.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() }));
    return { head: feed.head, events };
  }

  getHeads(buyerIds: readonly string[]): Promise<FeedHeads> {
    return this.dataSource.query<FeedHeads>(
      'SELECT buyer_id AS "buyerId", head FROM feed_heads WHERE buyer_id = ANY($1::uuid[])',
      [buyerIds],
    );
  }

  /**
   * Deletes the oldest events beyond the age and returns their number. One copy at a time, oldest first, so that the
   * rest of a feed has no gap: times within a feed never decrease.
   */
  async deleteOldest(tx: Tx, maxAgeDays: number, limit: number): Promise<number> {
    const [lock] = await tx.query<{ isAcquired: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('feed sweeper')) AS "isAcquired"`,
    );
    if (lock?.isAcquired !== true) return 0;
    const deleted = await tx.query(
      `DELETE FROM buyer_feed f
        USING (SELECT buyer_id, seq FROM buyer_feed WHERE at < now() - make_interval(days => $1)
                ORDER BY at, seq LIMIT $2) old
        WHERE f.buyer_id = old.buyer_id AND f.seq = old.seq RETURNING 1`,
      [maxAgeDays, limit],
    );
    return deleted.length;
  }
}
