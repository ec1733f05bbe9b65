import type { JobState } from '@desk/contracts/messages/queues.values';
import type { QueueName } from '@desk/contracts/queues';
import { routeQuery } from '@/lib/route-query';
import { listOptions } from '../queries';

/** Queues change by themselves. A tab in the background does not ask. */
const liveOptions = { ...listOptions, refetchInterval: 5_000 } as const;

export const queuesQuery = { ...routeQuery('listQueues'), ...liveOptions };

export const queueJobsQuery = (queue: QueueName, state: JobState) => ({
  ...routeQuery('listQueueJobs', { query: { queue, state } }),
  ...liveOptions,
});
