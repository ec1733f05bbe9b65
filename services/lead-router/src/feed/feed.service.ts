import { Broadcast } from '@desk/bullmq-transport';
import type { FeedEvent, getFeedHeads, readFeed, ResponseOf } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { feedPage } from './feed-page.js';

/**
 * Appends one event for each buyer: what follows `WITH` in a statement. `buyers` is something with their `id`s. Several
 * heads are locked in the order of their buyers, so that two who do so never wait for each other.
 */
export const appendSql = (buyers: string, kind: string, leadId: string): string => `
  heads AS (
    INSERT INTO feed_heads AS h (buyer_id, head, at)
    SELECT b.id, 1, clock_timestamp() FROM ${buyers} ORDER BY b.id
    ON CONFLICT (buyer_id) DO UPDATE SET head = h.head + 1, at = GREATEST(h.at, excluded.at)
    RETURNING buyer_id, head, at),
  events AS (
    INSERT INTO buyer_feed (buyer_id, seq, kind, lead_id, at)
    SELECT buyer_id, head, ${kind}, ${leadId}, at FROM heads)`;

const APPEND = prepared(`WITH ${appendSql('unnest($1::uuid[]) AS b (id)', '$2', '$3')} SELECT`);

/** One statement, and so one moment: head and events belong together. */
const READ = prepared(`
  SELECT h.head, COALESCE((
           SELECT json_agg(e ORDER BY e.seq) FROM (
             SELECT seq, replace(kind, 'standing-changed', 'eligibility-changed') AS kind, lead_id AS "leadId", at
               FROM buyer_feed
              WHERE buyer_id = $1 AND seq > $2 ORDER BY seq LIMIT $3) e), '[]') AS events
    FROM feed_heads h WHERE h.buyer_id = $1`);

/** The reader's number may be anything; the column is an integer. */
const HIGHEST = 2_147_483_647;

/** What changed for a buyer, numbered in the order of the commits: the numbers are given out under a lock. */
@Injectable()
export class FeedService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly broadcast: Broadcast,
  ) {}

  /**
   * The last thing that a transaction does: it holds the heads of the feeds until the commit and must wait for
   * nothing else meanwhile. After the commit comes `say`.
   */
  async append(
    tx: Tx,
    buyerIds: readonly string[],
    kind: FeedEvent['kind'],
    leadId: string | null = null,
  ): Promise<void> {
    await tx.query(APPEND, [buyerIds, kind, leadId]);
  }

  /** Hurries up those who would ask anyway. Lost without harm. */
  say(buyerIds: readonly string[]): void {
    for (const buyerId of buyerIds) this.broadcast.publish('feed', buyerId);
  }

  async read(buyerId: string, after: number | null, limit: number): Promise<ResponseOf<typeof readFeed>> {
    const [feed]: { head: number; events: FeedEvent[] }[] = await this.dataSource.query(READ, [
      buyerId,
      Math.min(after ?? 0, HIGHEST),
      after === null ? 0 : limit,
    ]);
    const events = feed?.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })) ?? [];
    return feedPage(after, feed?.head ?? 0, events);
  }

  heads(buyerIds: readonly string[]): Promise<ResponseOf<typeof getFeedHeads>['heads']> {
    return this.dataSource.query<ResponseOf<typeof getFeedHeads>['heads']>(
      'SELECT buyer_id AS "buyerId", head FROM feed_heads WHERE buyer_id = ANY($1::uuid[])',
      [buyerIds],
    );
  }
}
