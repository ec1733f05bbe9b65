import { eventsQueue, type QueueName, type ServiceName } from '@desk/contracts';
import { backoffMs } from '@desk/timing';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { isDependencyFailure } from './dependency-failure.js';
import type { JobData } from './envelope.js';
import { originalError, throwHidden } from './faults.js';
import type { RedisLink } from './redis-link.js';
import type { QueueSettings } from './worker-config.js';
import { type DependencyProbe, WorkerPause } from './worker-pause.js';

/** Called for each failed attempt at a message. The transport itself writes no log. */
export type FaultListener = (fault: { message: string; id: string; attempt: number; error: unknown }) => void;

/** After a connection error, such as in a failover of Redis. By default, BullMQ would wait 15 s. */
const CONNECTION_RETRY_DELAY_MS = 500;

/** The BullMQ workers of a service, each with a connection of its own. */
export class QueueWorkers {
  private readonly workers: Worker<JobData>[] = [];
  private readonly connections: Redis[] = [];
  private readonly eventPause: WorkerPause;

  /** `probe` rejects while the database is down. Events then wait in their queue. */
  constructor(
    private readonly service: ServiceName,
    private readonly redis: RedisLink,
    private readonly settings: Readonly<Record<QueueName, QueueSettings>>,
    private readonly onFault: FaultListener,
    probe: DependencyProbe,
  ) {
    this.eventPause = new WorkerPause(probe);
  }

  open(queue: QueueName, process: (job: Job<JobData>) => Promise<void>): void {
    const settings = this.settings[queue];
    const { concurrency, lockDuration, stalledInterval, maxStalledCount } = settings;
    const connection = this.redis.openForWorker();
    this.connections.push(connection);
    const worker = new Worker<JobData>(queue, (job) => process(job).catch(throwHidden), {
      connection,
      prefix: this.redis.queuePrefix(queue),
      concurrency,
      lockDuration,
      stalledInterval,
      maxStalledCount,
      runRetryDelay: CONNECTION_RETRY_DELAY_MS,
      settings: { backoffStrategy: (attemptsMade) => backoffMs(attemptsMade, settings.backoff, Math.random) },
    });
    worker.on('failed', (job, failure) => {
      const error = originalError(failure);
      this.onFault({
        message: job?.name ?? queue,
        id: job?.id ?? '',
        attempt: job?.attemptsMade ?? 0,
        error,
      });
      if (queue === eventsQueue(this.service) && isDependencyFailure(error))
        this.eventPause.whileAway(worker).catch(() => undefined);
    });
    // Without a listener, Node would throw the error. BullMQ goes on by itself.
    worker.on('error', () => undefined);
    this.workers.push(worker);
  }

  async waitUntilReady(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
  }

  /** Accepts no new job. Waits for running ones unless `force` is set. */
  async close(force: boolean): Promise<void> {
    this.eventPause.stop();
    await Promise.allSettled(this.workers.map((worker) => worker.close(force)));
  }

  /** BullMQ does not close connections it was given. After this, a job still running cannot be finished here. */
  disconnect(): void {
    this.connections.forEach((connection) => connection.disconnect());
  }
}
