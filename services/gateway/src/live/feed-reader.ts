import { type CommandClient } from '@desk/bullmq-transport';
import { type LiveEventData, readFeed } from '@desk/contracts';
import type { EventStream } from './event-stream.js';

const PAGE_SIZE = 100;

const now = (): LiveEventData => ({ leadId: null, at: new Date().toISOString() });

/** Sends one page the events of a buyer's feed that it has not received yet. */
export class FeedReader {
  private isReading = false;
  private isRequested = false;

  /**
   * `position` is the sequence number of the last event the page received. `hello` carries it as its id, so that a page
   * that loses the connection right after it resumes without a gap.
   */
  constructor(
    private readonly commands: CommandClient,
    private readonly buyerId: string,
    private position: number,
    private readonly stream: EventStream,
  ) {
    stream.send('hello', position, now());
  }

  /** Whether the feed with this head holds events the page has not received. */
  isBehind(head: number): boolean {
    return this.position !== head;
  }

  /** Reads until there is nothing new. A call during a read makes it read once more. A failure ends the read. */
  async catchUp(): Promise<void> {
    this.isRequested = true;
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.isRequested && this.stream.isOpen) {
        this.isRequested = false;
        await this.readPage();
        await this.stream.drained();
      }
    } finally {
      this.isReading = false;
    }
  }

  private async readPage(): Promise<void> {
    const { events, head, complete } = await this.commands.send(readFeed, {
      buyerId: this.buyerId,
      after: this.position,
      limit: PAGE_SIZE,
    });
    if (!complete) {
      // Some of the missed events are no longer stored, so the page must reload everything.
      this.stream.send('reset', head, now());
      this.position = head;
      return;
    }
    for (const { seq, kind, leadId, at } of events) {
      this.stream.send(kind, seq, { leadId, at });
      this.position = seq;
    }
    if (events.length === PAGE_SIZE) this.isRequested = true;
  }
}
