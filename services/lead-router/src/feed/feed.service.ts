import { Broadcast } from '@desk/bullmq-transport';
import type { FeedEvent } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

/** An event for one buyer. */
export interface BuyerEvent extends Pick<FeedEvent, 'kind'> {
  readonly buyerId: string;
  readonly leadId: string | null;
}

const APPEND = prepared('SELECT append_to_feeds($1, $2, $3)');

/** Events of each buyer, numbered in commit order: the numbers are assigned under a lock (ADR 2). */
@Injectable()
export class FeedService {
  constructor(private readonly broadcast: Broadcast) {}

  /** Locks the feed heads until the commit, so call it last in a transaction. Wakes the readers after the commit. */
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
    if (events.length === 0) return;
    const buyerIds = events.map(({ buyerId }) => buyerId);
    tx.send(APPEND, [buyerIds, events.map(({ kind }) => kind), events.map(({ leadId }) => leadId)]);
    tx.afterCommit(() => new Set(buyerIds).forEach((buyerId) => this.notify(buyerId)));
  }

  /** Best-effort wake-up of the readers, who also poll. Call it after the commit of events that SQL appends. */
  notify(buyerId: string): void {
    this.broadcast.publish('feed', buyerId);
  }
}
