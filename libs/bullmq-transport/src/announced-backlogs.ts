import { withTimeout } from '@desk/timing';
import type { NextJob } from './job-publisher.js';
import type { RedisLink } from './redis-link.js';

/** An announcement is forgotten after this time, so that a service that died or caught up does not count as behind. */
const LIFETIME_MS = 1_000;
const TIMEOUT_MS = 3_000;

/** Backlogs that wait in a table rather than in a queue. Their owners announce them while they last. */
export class AnnouncedBacklogs {
  constructor(private readonly redis: RedisLink) {}

  async announce(name: string, backlog: NextJob): Promise<void> {
    const writing = this.redis.commands.set(this.key(name), JSON.stringify(backlog), 'PX', LIFETIME_MS);
    await withTimeout(writing, TIMEOUT_MS);
  }

  /** Resolves to undefined if none was announced within the last second. */
  async read(name: string): Promise<NextJob | undefined> {
    const text = await withTimeout(this.redis.commands.get(this.key(name)), TIMEOUT_MS);
    return text === null ? undefined : (JSON.parse(text) as NextJob);
  }

  private key(name: string): string {
    return this.redis.channel(`backlog.${name}`);
  }
}
