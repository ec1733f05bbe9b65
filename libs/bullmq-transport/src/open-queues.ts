import type { QueueName } from '@desk/contracts';
import { Queue } from 'bullmq';
import type { RedisLink } from './redis-link.js';

/** Opens each queue once, when it is first used. */
export class OpenQueues {
  private readonly queues = new Map<QueueName, Queue>();

  constructor(
    private readonly redis: RedisLink,
    private readonly options: { readonly isReadOnly?: boolean } = {},
  ) {}

  get(name: QueueName): Queue {
    let queue = this.queues.get(name);
    if (!queue) {
      queue = new Queue(name, {
        connection: this.redis.commands,
        prefix: this.redis.queuePrefix(name),
        skipMetasUpdate: this.options.isReadOnly ?? false,
        // Checked when the connection was opened. If the queue checked again and failed, it could never be used.
        skipVersionCheck: true,
      });
      queue.setMaxListeners(0);
      queue.on('error', () => undefined);
      this.queues.set(name, queue);
    }
    return queue;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
  }
}
