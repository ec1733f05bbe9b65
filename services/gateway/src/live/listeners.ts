import type { EventStream } from './event-stream.js';
import type { FeedReader } from './feed-reader.js';

/** One open page. */
export interface Listener {
  readonly buyerId: string;
  readonly sid: string;
  readonly stream: EventStream;
  readonly reader: FeedReader;
}

const MAX_PAGES_PER_BUYER = 10;

/** The open pages that listen to this process. */
export class Listeners {
  /** Each set is in the order of arrival. */
  private readonly byBuyer = new Map<string, Set<Listener>>();

  get buyerIds(): string[] {
    return [...this.byBuyer.keys()];
  }

  get all(): Listener[] {
    return [...this.byBuyer.values()].flatMap((listeners) => [...listeners]);
  }

  of(buyerId: string): Iterable<Listener> {
    return this.byBuyer.get(buyerId) ?? [];
  }

  /** Returns the buyer's oldest listener, already removed, if the buyer now has too many. */
  add(listener: Listener): Listener | undefined {
    const listeners = this.byBuyer.get(listener.buyerId) ?? new Set();
    this.byBuyer.set(listener.buyerId, listeners.add(listener));
    const [oldest] = listeners;
    if (listeners.size <= MAX_PAGES_PER_BUYER || !oldest) return undefined;
    this.remove(oldest);
    return oldest;
  }

  remove(listener: Listener): void {
    const listeners = this.byBuyer.get(listener.buyerId);
    if (listeners?.delete(listener) && listeners.size === 0) this.byBuyer.delete(listener.buyerId);
  }
}
