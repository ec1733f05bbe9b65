import { type QueueName } from '@desk/contracts';
import { Queue } from 'bullmq';
import type { JobData } from './envelope.js';
import type { RedisLink } from './redis-link.js';
import { queueSettings } from './worker-config.js';

/** Puts jobs on queues. Adding an id that is still there changes nothing. */
export class JobPublisher {
  private readonly queues = new Map<QueueName, Queue>();

  constructor(private readonly redis: RedisLink) {}

  /** Rejects at once while Redis is away, and after 3 s when it is there but silent. */
  async publish(queue: QueueName, name: string, jobs: readonly JobData[]): Promise<void> {
    if (!this.redis.ready) throw new Error('Redis is away');
    const all = jobs.map((data) => ({ name, data, opts: { ...jobOptions(queue), jobId: toJobId(data.id) } }));
    const [only] = all;
    // One job is the usual case, and adding it alone spares the building of a pipeline.
    await inTime(
      only && all.length === 1
        ? this.queue(queue).add(only.name, only.data, only.opts)
        : this.queue(queue).addBulk(all),
    );
  }

  /** Jobs that wait or are being worked on. */
  async depth(queue: QueueName): Promise<number> {
    return this.queue(queue).getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
  }

  private queue(name: QueueName): Queue {
    let queue = this.queues.get(name);
    if (!queue) {
      queue = new Queue(name, { connection: this.redis.commands, prefix: this.redis.queuePrefix(name) });
      queue.setMaxListeners(0);
      queue.on('error', () => undefined);
      this.queues.set(name, queue);
    }
    return queue;
  }
}

/** A commit waits for its messages' publishing, so a Redis that hangs must not hold it up. */
const PUBLISH_LIMIT_MS = 3_000;

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis does not answer')), PUBLISH_LIMIT_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** BullMQ allows no colon in an id. */
const toJobId = (id: string): string => id.replaceAll(':', '_');

function jobOptions(queue: QueueName) {
  const { attempts, keepCompletedSeconds, keepFailedSeconds } = queueSettings[queue];
  return {
    attempts,
    backoff: { type: 'custom' },
    removeOnComplete: keepCompletedSeconds === 0 ? true : { age: keepCompletedSeconds },
    removeOnFail: keepFailedSeconds === 0 ? true : { age: keepFailedSeconds },
  };
}
