import { toAcknowledgement } from './acknowledgement.js';
import type { Origin } from './keyring.js';
import type { RedisLink } from './redis-link.js';
import type { Sealer } from './sealing.js';

/** Well below the time after which the sender republishes a message that is not acknowledged. */
const DELAY_MS = 100;

/**
 * Acknowledges events to their senders. Nobody waits for it, so acknowledgements are sent together: one write instead of
 * one for each. Those that a crash loses are only repeated.
 */
export class Acknowledger {
  private waiting: { readonly ackTo: string; readonly text: string }[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: RedisLink,
    private readonly sealer: Sealer,
    private readonly queue: string,
  ) {}

  add(ackTo: string, origin: Origin, messageId: string): void {
    const text = toAcknowledgement(this.sealer, origin, { queue: this.queue, messageId });
    this.waiting.push({ ackTo, text });
    this.timer ??= setTimeout(() => void this.flush(), DELAY_MS);
  }

  /** Sends what waits. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // Sent in the same moment, so that ioredis writes them as one pipeline.
    const sent = this.waiting.splice(0).map(({ ackTo, text }) => this.redis.commands.publish(ackTo, text));
    await Promise.allSettled(sent);
  }
}
