import { type CommandClient } from '@desk/bullmq-transport';
import { type LiveEventData, readFeed } from '@desk/contracts';
import type { EventStream } from './event-stream.js';

const PAGE = 100;

const about = (leadId: string | null, at: string): LiveEventData => ({ leadId, at });
const now = (): LiveEventData => about(null, new Date().toISOString());

/** Brings one browser up to date with a buyer's feed, each time somebody says that there may be something new. */
export class FeedReader {
  private isReading = false;
  private isWanted = false;

  /**
   * `position`: the last event the browser has. It is also the number of `hello`, so that whoever is cut off before the
   * events that follow it misses none of them.
   */
  constructor(
    private readonly commands: CommandClient,
    private readonly buyerId: string,
    private position: number,
    private readonly stream: EventStream,
  ) {
    stream.send('hello', position, now());
  }

  /** Whether a feed that stands at `head` is another one than this browser has seen. */
  differsFrom(head: number): boolean {
    return this.position !== head;
  }

  /** Reads until there is nothing new. Asked for while it reads, it reads once more. A failure leaves it to the next time. */
  async catchUp(): Promise<void> {
    this.isWanted = true;
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.isWanted && this.stream.isOpen) {
        this.isWanted = false;
        await this.readOn();
        await this.stream.drained();
      }
    } finally {
      this.isReading = false;
    }
  }

  private async readOn(): Promise<void> {
    const { events, head, complete } = await this.commands.send(readFeed, {
      buyerId: this.buyerId,
      after: this.position,
      limit: PAGE,
    });
    if (!complete) {
      // What happened meanwhile is no longer kept: the page must look at everything afresh.
      this.stream.send('reset', head, now());
      this.position = head;
      return;
    }
    for (const { seq, kind, leadId, at } of events) {
      this.stream.send(kind, seq, about(leadId, at));
      this.position = seq;
    }
    if (events.length === PAGE) this.isWanted = true;
  }
}
