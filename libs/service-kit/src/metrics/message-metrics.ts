import type { HandledListener, JobPublisher } from '@desk/bullmq-transport';
import { eventsQueue, rpcQueue, type ServiceName } from '@desk/contracts';
import { Gauge, Histogram } from 'prom-client';
import type { Metrics } from './create-registry.js';
import { shareRead } from './share-read.js';

/** Returns the listener that measures every handled message by its name and outcome. */
export function measureMessages(metrics: Metrics): HandledListener {
  const durations = new Histogram({
    name: 'message_duration_seconds',
    help: 'Time that handling a message took: succeeded, refused with an expected error, or failed',
    labelNames: ['message', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [metrics],
  });
  return ({ message, outcome, durationMs }) => durations.observe({ message, outcome }, durationMs / 1_000);
}

/** Reports the messages that wait in this service's queues. Every copy reports the same. Absent while Redis is down. */
export function reportQueues(service: ServiceName, publisher: JobPublisher, metrics: Metrics): void {
  const queues = [rpcQueue(service), eventsQueue(service)];
  const read = shareRead(() =>
    Promise.all(queues.map(async (queue) => ({ queue, ...(await publisher.backlog(queue)) }))).catch(
      () => [],
    ),
  );
  const collect = (toValue: (backlog: Awaited<ReturnType<typeof read>>[number]) => number) =>
    async function (this: Gauge<'queue'>) {
      const backlogs = await read();
      this.reset();
      for (const backlog of backlogs) this.set({ queue: backlog.queue }, toValue(backlog));
    };
  new Gauge({
    name: 'queue_waiting_messages',
    help: 'Messages in the queue that no copy has begun to handle',
    labelNames: ['queue'],
    registers: [metrics],
    collect: collect(({ waiting }) => waiting),
  });
  new Gauge({
    name: 'queue_oldest_waiting_seconds',
    help: 'How long the message that is next in the queue has waited; 0 if none waits',
    labelNames: ['queue'],
    registers: [metrics],
    collect: collect(({ oldestAgeMs }) => oldestAgeMs / 1_000),
  });
}
