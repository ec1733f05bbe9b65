import { Injectable } from '@nestjs/common';
import type { EventStream } from './event-stream.js';
import type { FeedReader } from './feed-reader.js';

/** One open page. An agent's has a reader of the agent's feed, an admin's has none. */
export interface Listener {
  readonly userId: string;
  readonly sid: string;
  readonly stream: EventStream;
  readonly reader: FeedReader | null;
}

const MAX_PAGES_PER_USER = 10;

/** The open pages that listen to this process. */
@Injectable()
export class Listeners {
  /** Each set is in the order of arrival. */
  private readonly byUser = new Map<string, Set<Listener>>();

  /** The agents among the users. */
  get buyerIds(): string[] {
    return [...new Set(this.all.flatMap(({ userId, reader }) => (reader === null ? [] : [userId])))];
  }

  get admins(): Listener[] {
    return this.all.filter(({ reader }) => reader === null);
  }

  get all(): Listener[] {
    return [...this.byUser.values()].flatMap((listeners) => [...listeners]);
  }

  of(userId: string): Iterable<Listener> {
    return this.byUser.get(userId) ?? [];
  }

  /** Returns the user's oldest listener, already removed, if the user now has too many. */
  add(listener: Listener): Listener | undefined {
    const listeners = this.byUser.get(listener.userId) ?? new Set();
    this.byUser.set(listener.userId, listeners.add(listener));
    const [oldest] = listeners;
    if (listeners.size <= MAX_PAGES_PER_USER || !oldest) return undefined;
    this.remove(oldest);
    return oldest;
  }

  remove(listener: Listener): void {
    const listeners = this.byUser.get(listener.userId);
    if (listeners?.delete(listener) && listeners.size === 0) this.byUser.delete(listener.userId);
  }
}
