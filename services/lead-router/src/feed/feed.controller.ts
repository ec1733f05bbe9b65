import { HandleCommand } from '@desk/bullmq-transport';
import { type FeedEvent, getFeedHeads, readFeed, type RequestOf, type ResponseOf } from '@desk/contracts';
import { prepared } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

type FeedPage = ResponseOf<typeof readFeed>;
type FeedHeads = ResponseOf<typeof getFeedHeads>['heads'];

interface FeedSlice {
  readonly head: number;
  readonly events: FeedEvent[];
}

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

/**
 * Builds the answer for a reader who has seen the feed up to `after`. It is complete unless the next event is missing.
 * A reader ahead of the head has read the feed of another database, such as the one before a restore.
 */
export function toFeedPage(after: number | null, head: number, events: FeedEvent[]): FeedPage {
  if (after === null || after === head) return { events: [], head, complete: true };
  const complete = events[0]?.seq === after + 1;
  return { events: complete ? events : [], head, complete };
}

/** Reads the feeds. */
@Controller()
export class FeedController {
  constructor(private readonly dataSource: DataSource) {}

  /** Pass null for `after` to get the head only. */
  @HandleCommand(readFeed)
  async read({ buyerId, after, limit }: RequestOf<typeof readFeed>): Promise<FeedPage> {
    const [feed]: FeedSlice[] = await this.dataSource.query(SELECT_AFTER, [
      buyerId,
      Math.min(after ?? 0, MAX_SEQ),
      after === null ? 0 : limit,
    ]);
    const { head, events } = feed ?? { head: 0, events: [] };
    return toFeedPage(
      after,
      head,
      events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    );
  }

  @HandleCommand(getFeedHeads)
  async getHeads({ buyerIds }: RequestOf<typeof getFeedHeads>) {
    const heads: FeedHeads = await this.dataSource.query(
      'SELECT buyer_id AS "buyerId", head FROM feed_heads WHERE buyer_id = ANY($1::uuid[])',
      [buyerIds],
    );
    return { heads };
  }
}
