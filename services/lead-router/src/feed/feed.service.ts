import { Broadcast } from '@desk/bullmq-transport';
import type { FeedEvent, getFeedHeads, readFeed, ResponseOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { type BuyerEvent, FeedRepository } from './feed.repository.js';

/**
 * Builds the answer for a reader who has seen the feed up to `after`. It is complete if no event between is missing.
 * A reader ahead of the head has read the feed of another database, such as one before a restore.
 */
export function toFeedPage(
  after: number | null,
  head: number,
  events: FeedEvent[],
): ResponseOf<typeof readFeed> {
  if (after === null || after === head) return { events: [], head, complete: true };
  const complete = events[0]?.seq === after + 1;
  return { events: complete ? events : [], head, complete };
}

/** Events of each buyer, numbered in commit order: the numbers are assigned under a lock (ADR 2). */
@Injectable()
export class FeedService {
  constructor(
    private readonly feed: FeedRepository,
    private readonly broadcast: Broadcast,
  ) {}

  /** Locks the feed heads until the commit, so call it last in a transaction. Call `notify` after the commit. */
  append(tx: Tx, buyerIds: readonly string[], kind: FeedEvent['kind'], leadId: string | null = null): void {
    this.appendEach(
      tx,
      buyerIds.map((buyerId) => ({ buyerId, kind, leadId })),
    );
  }

  /**
   * Like `append`, for events of different kinds or leads. The heads are locked in one order within one call, so append all
   * events of a transaction together.
   */
  appendEach(tx: Tx, events: readonly BuyerEvent[]): void {
    if (events.length > 0) this.feed.append(tx, events);
  }

  /** Best-effort wake-up of the readers, who also poll. */
  notify(buyerIds: readonly string[]): void {
    for (const buyerId of buyerIds) this.broadcast.publish('feed', buyerId);
  }

  /** Pass null for `after` to get the head only. */
  async read(buyerId: string, after: number | null, limit: number): Promise<ResponseOf<typeof readFeed>> {
    const { head, events } = await this.feed.getAfter(buyerId, after ?? 0, after === null ? 0 : limit);
    return toFeedPage(after, head, events);
  }

  async getHeads(buyerIds: readonly string[]): Promise<ResponseOf<typeof getFeedHeads>> {
    return { heads: await this.feed.getHeads(buyerIds) };
  }
}
