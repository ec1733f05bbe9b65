import type { JobPublisher } from '@desk/bullmq-transport';
import { eventsQueue, rpcQueue, type ServiceName } from '@desk/contracts';
import { Gauge } from 'prom-client';
import type { Metrics } from './create-registry.js';
import { shareRead } from './share-read.js';

/**
 * Reports what waits in this service's queues. Every copy reports the same. Absent while Redis is away.
 */
export function reportQueues(service: ServiceName, publisher: JobPublisher, metrics: Metrics): void {
  const queues = [rpcQueue(service), eventsQueue(service)];
  const read = shareRead(() =>
    Promise.all(queues.map(async (queue) => ({ queue, ...(await publisher.backlog(queue)) }))).catch(
      () => [],
    ),
  );
  new Gauge({
    name: 'queue_waiting_messages',
    help: 'Messages in the queue that no copy has begun to handle',
    labelNames: ['queue'],
    registers: [metrics],
    async collect() {
      const backlogs = await read();
      this.reset();
      for (const { queue, waiting } of backlogs) this.set({ queue }, waiting);
    },
  });
  new Gauge({
    name: 'queue_oldest_waiting_seconds',
    help: 'How long the message that is next in the queue has waited; 0 if none waits',
    labelNames: ['queue'],
    registers: [metrics],
    async collect() {
      const backlogs = await read();
      this.reset();
      for (const { queue, oldestAgeMs } of backlogs) this.set({ queue }, oldestAgeMs / 1_000);
    },
  });
}
