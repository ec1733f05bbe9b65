import type { RedisLink } from './redis-link.js';

/**
 * Notifies all listening processes through Redis pub/sub. At-most-once: use it only to wake consumers that also poll.
 * Not sealed, so publish ids only.
 */
export class Broadcast {
  constructor(private readonly redis: RedisLink) {}

  /** Best-effort; correctness does not depend on it. */
  publish(topic: string, id: string): void {
    if (this.redis.ready) void this.send(topic, id).catch(() => undefined);
  }

  /** Like `publish`, for a process that ends afterwards. Resolves with the number of processes that received it. */
  send(topic: string, id: string): Promise<number> {
    return this.redis.commands.publish(this.redis.channel(`broadcast.${topic}`), id);
  }

  /** Replaces this process's previous handler of the topic. */
  async subscribe(topic: string, handler: (id: string) => void): Promise<void> {
    await this.redis.subscribe(this.redis.channel(`broadcast.${topic}`), handler);
  }
}
