import type { EventStream } from './event-stream.js';
import type { FeedReader } from './feed-reader.js';

/** One open page. */
export interface Listener {
  readonly buyerId: string;
  readonly sid: string;
  readonly stream: EventStream;
  readonly reader: FeedReader;
}

const AT_MOST = 10;

/** Every page that listens to this process. */
export class Listeners {
  /** The oldest first. */
  private readonly byBuyer = new Map<string, Set<Listener>>();

  get buyerIds(): string[] {
    return [...this.byBuyer.keys()];
  }

  get all(): Listener[] {
    return [...this.byBuyer.values()].flatMap((ofBuyer) => [...ofBuyer]);
  }

  of(buyerId: string): Iterable<Listener> {
    return this.byBuyer.get(buyerId) ?? [];
  }

  /** Takes one in. Answers the one that has to go, when there are too many of this buyer's. */
  add(listener: Listener): Listener | undefined {
    const ofBuyer = this.byBuyer.get(listener.buyerId) ?? new Set();
    this.byBuyer.set(listener.buyerId, ofBuyer.add(listener));
    const [oldest] = ofBuyer;
    if (ofBuyer.size <= AT_MOST || !oldest) return undefined;
    this.remove(oldest);
    return oldest;
  }

  remove(listener: Listener): void {
    const ofBuyer = this.byBuyer.get(listener.buyerId);
    if (ofBuyer?.delete(listener) && ofBuyer.size === 0) this.byBuyer.delete(listener.buyerId);
  }
}
