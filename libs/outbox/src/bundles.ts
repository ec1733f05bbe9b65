import type { JobData, SealedMessage } from '@desk/bullmq-transport';
import type { OutboxMessage } from './outbox-message.js';

/** Well below the time after which an unacknowledged message is republished. */
const BUNDLE_MS = 250;
/** A job's messages are handled by one process, so a long queue is left to all copies. */
export const MAX_BUNDLE_SIZE = 50;

/** Returns one job for all messages, or several if they are more than one job may hold. */
export function toBundles(messages: readonly SealedMessage[], ackTo: string): JobData[] {
  const bundles: JobData[] = [];
  for (let start = 0; start < messages.length; start += MAX_BUNDLE_SIZE) {
    const [first, ...more] = messages.slice(start, start + MAX_BUNDLE_SIZE);
    if (first) bundles.push({ ...first, ackTo, ...(more.length > 0 ? { more } : {}) });
  }
  return bundles;
}

/** Collects messages for which nobody waits, to publish them together. */
export class BundleCollector {
  private waiting: OutboxMessage[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly publish: (messages: readonly OutboxMessage[]) => Promise<void>) {}

  add(messages: readonly OutboxMessage[]): void {
    if (messages.length === 0) return;
    this.waiting.push(...messages);
    this.timer ??= setTimeout(() => void this.flush(), BUNDLE_MS);
  }

  /** Publishes what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const messages = this.waiting.splice(0);
    if (messages.length > 0) await this.publish(messages);
  }
}
