import { type JobState, jobStates, type QueueJob, type QueueName, type QueueSummary } from '@desk/contracts';
import { withTimeout } from '@desk/timing';
import type { Job, Queue } from 'bullmq';
import { storedFailureKind } from './faults.js';
import { OpenQueues } from './open-queues.js';
import type { RedisLink } from './redis-link.js';

const TIMEOUT_MS = 3_000;

/** Reads queues for operators and changes nothing. Returns no content of jobs, and no text of errors. */
export class QueueInspector {
  private readonly queues: OpenQueues;

  constructor(private readonly redis: RedisLink) {
    this.queues = new OpenQueues(redis, { isReadOnly: true });
  }

  /** Rejects at once while Redis is disconnected, and after 3 s if it does not answer. */
  summarize(name: QueueName): Promise<QueueSummary> {
    return this.read(name, async (queue) => {
      const [counts, [next], isPaused, workers] = await Promise.all([
        queue.getJobCounts(...jobStates),
        queue.getJobs(['waiting'], 0, 0, true),
        queue.isPaused(),
        countWorkers(queue),
      ]);
      const count = (state: JobState): number => counts[state] ?? 0;
      return {
        queue: name,
        waiting: count('waiting'),
        active: count('active'),
        delayed: count('delayed'),
        failed: count('failed'),
        oldestWaitingMs: next ? Math.max(0, this.redis.clock.now() - next.timestamp) : null,
        isPaused,
        workers,
      };
    });
  }

  /** Returns the jobs that are next, or the newest failed ones. Rejects as `summarize` does. */
  listJobs(name: QueueName, state: JobState, limit: number): Promise<{ jobs: QueueJob[]; total: number }> {
    return this.read(name, async (queue) => {
      const [jobs, total] = await Promise.all([
        queue.getJobs([state], 0, limit - 1, state !== 'failed'),
        queue.getJobCountByTypes(state),
      ]);
      return { jobs: jobs.map(toQueueJob), total };
    });
  }

  close(): Promise<void> {
    return this.queues.close();
  }

  private async read<T>(name: QueueName, read: (queue: Queue) => Promise<T>): Promise<T> {
    if (!this.redis.isReady) throw new Error('Redis is not connected');
    return withTimeout(read(this.queues.get(name)), TIMEOUT_MS);
  }
}

/** Counts connections that wait for jobs. Null where Redis does not list its connections, as some hosted ones. */
async function countWorkers(queue: Queue): Promise<number | null> {
  try {
    const workers = await queue.getWorkers();
    // BullMQ returns one entry without an address if the command is refused.
    return workers.some(({ addr }) => addr === undefined) ? null : workers.length;
  } catch {
    return null;
  }
}

const MAX_ID = 500;
const MAX_NAME = 200;
const toInstant = (ms: number): string => new Date(ms).toISOString();

const toQueueJob = (job: Job): QueueJob => ({
  id: (job.id ?? '').slice(0, MAX_ID),
  name: job.name.slice(0, MAX_NAME),
  attempts: job.attemptsMade,
  maxAttempts: job.opts.attempts ?? 1,
  lostProcesses: job.stalledCounter,
  addedAt: toInstant(job.timestamp),
  startedAt: job.processedOn === undefined ? null : toInstant(job.processedOn),
  failure: job.failedReason ? storedFailureKind(job.failedReason) : null,
});
