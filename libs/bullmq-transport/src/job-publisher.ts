import type { QueueName } from '@desk/contracts';
import { withTimeout } from '@desk/timing';
import type { JobData } from './envelope.js';
import { OpenQueues } from './open-queues.js';
import type { RedisLink } from './redis-link.js';
import { type QueueSettings, queueSettings } from './worker-config.js';

/** The job that is next in a queue. */
export interface NextJob {
  /** When it was added, in milliseconds by Redis's clock; undefined if none waits. */
  readonly oldestAt: number | undefined;
  readonly oldestAgeMs: number;
}

/** Jobs that wait in a queue. */
export interface Backlog extends NextJob {
  readonly waiting: number;
}

/** Adds jobs to queues. Adding an id that is still in the queue changes nothing. */
export class JobPublisher {
  private readonly queues: OpenQueues;

  constructor(
    private readonly redis: RedisLink,
    private readonly settings: Readonly<Record<QueueName, QueueSettings>> = queueSettings,
  ) {
    this.queues = new OpenQueues(redis);
  }

  /** Rejects at once while Redis is disconnected, and after 3 s if it does not answer. */
  async publish(queue: QueueName, name: string, jobs: readonly JobData[]): Promise<void> {
    if (!this.redis.isReady) throw new Error('Redis is not connected');
    const timestamp = Math.round(this.redis.clock.now());
    const all = jobs.map((data) => ({
      name,
      data,
      opts: { ...jobOptions(this.settings[queue]), jobId: toJobId(data.id), timestamp },
    }));
    const [only] = all;
    // One job is the usual case, and `add` costs less than a pipeline of one.
    const added =
      only && all.length === 1
        ? this.queues.get(queue).add(only.name, only.data, only.opts)
        : this.queues.get(queue).addBulk(all);
    await withTimeout<unknown>(added, PUBLISH_TIMEOUT_MS);
  }

  /** Counts jobs that are not finished. */
  async depth(queue: QueueName): Promise<number> {
    return this.queues.get(queue).getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
  }

  /** Returns for how long the job that is next in the queue has waited; 0 if none waits. */
  async waitingMs(queue: QueueName): Promise<number> {
    return (await this.nextJob(queue)).oldestAgeMs;
  }

  /** Returns how many jobs wait, and the age of the next one. */
  async backlog(queue: QueueName): Promise<Backlog> {
    const counting = this.queues.get(queue).getJobCountByTypes('waiting');
    const [waiting, next] = await Promise.all([
      withTimeout(counting, PUBLISH_TIMEOUT_MS),
      this.nextJob(queue),
    ]);
    return { waiting, ...next };
  }

  /** Returns when the next job was added, and its age. */
  async nextJob(queue: QueueName): Promise<NextJob> {
    const jobs = this.queues.get(queue).getJobs(['waiting'], 0, 0, true);
    const oldestAt = (await withTimeout(jobs, PUBLISH_TIMEOUT_MS))[0]?.timestamp;
    return { oldestAt, oldestAgeMs: Math.max(0, this.redis.clock.now() - (oldestAt ?? Infinity)) };
  }

  async close(): Promise<void> {
    await this.queues.close();
  }
}

/** Errors of a connection that sent nothing. */
const NOT_SENT = /^(Redis is not connected|Stream isn't writeable)/;

/** Whether a job that could not be published is surely in no queue. Without an answer, Redis may have added it. */
export const isSurelyUnpublished = (error: unknown): boolean =>
  error instanceof Error && (NOT_SENT.test(error.message) || error.name === 'ReplyError');

/** Callers wait for the publishing of what they committed, so a Redis that hangs must not delay them for long. */
export const PUBLISH_TIMEOUT_MS = 3_000;

/** BullMQ rejects ids that contain a colon. */
const toJobId = (id: string): string => id.replaceAll(':', '_');

function jobOptions({ attempts, keepCompletedSeconds, keepFailedSeconds }: QueueSettings) {
  return {
    attempts,
    backoff: { type: 'custom' },
    removeOnComplete: keepCompletedSeconds === 0 ? true : { age: keepCompletedSeconds },
    removeOnFail: keepFailedSeconds === 0 ? true : { age: keepFailedSeconds },
  };
}
