import type { RedisLink } from './redis-link.js';

/**
 * A word to every process that listens, at once and at most once: it is lost to whoever is away, so it may only
 * hurry up what would be found out all the same. It is not sealed: ids only.
 */
export class Broadcast {
  constructor(private readonly redis: RedisLink) {}

  /** Never fails and never waits: nothing depends on it. */
  say(topic: string, id: string): void {
    if (!this.redis.ready) return;
    this.redis.commands.publish(this.redis.channel(`broadcast.${topic}`), id).catch(() => undefined);
  }

  /** One listener for a topic in a process. */
  async listen(topic: string, heard: (id: string) => void): Promise<void> {
    await this.redis.subscribe(this.redis.channel(`broadcast.${topic}`), heard);
  }
}
