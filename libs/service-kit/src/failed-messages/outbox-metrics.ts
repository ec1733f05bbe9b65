import { events, failureKinds, type ServiceName } from '@desk/contracts';
import { countOutbox, type FailingMessage, measureQueueAges } from '@desk/outbox';
import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics/create-registry.js';
import { shareRead } from '../metrics/share-read.js';
import type { DataSource } from 'typeorm';
import type { Logger } from '../logging/logger.js';

/**
 * Reports waiting and failing messages of the service's outbox. Returns the function to call after each failed round.
 */
export function reportOutbox(
  service: ServiceName,
  dataSource: DataSource,
  metrics: Metrics,
  logger: Logger,
): (message: FailingMessage) => void {
  const read = shareRead(() => countOutbox(dataSource).catch(() => undefined));
  new Gauge({
    name: 'outbox_oldest_message_seconds',
    help: 'Age of the oldest message that is not acknowledged, without delayed and stopped ones',
    registers: [metrics],
    async collect() {
      const counts = await read();
      this.remove();
      if (counts) this.set(counts.oldestSeconds);
    },
  });
  new Gauge({
    name: 'outbox_messages',
    help: 'Messages that are not acknowledged: waiting, failing repeatedly, or stopped because they kept failing',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      const counts = await read();
      this.reset();
      if (!counts) return;
      for (const state of ['waiting', 'failing', 'stopped'] as const) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'queue_oldest_message_seconds',
    help: "Age of the oldest message of this service that each queue's consumers have not processed",
    labelNames: ['queue'],
    registers: [metrics],
    async collect() {
      const ages = await measureQueueAges(dataSource).catch(() => []);
      this.reset();
      for (const { queue, oldestSeconds } of ages) this.set({ queue }, oldestSeconds);
    },
  });
  const failures = new Counter({
    name: 'message_failures_total',
    help: 'Rounds of attempts in which a consumer could not process a message of this service',
    labelNames: ['message', 'kind'],
    registers: [metrics],
  });
  const stopped = new Counter({
    name: 'messages_stopped_total',
    help: 'Messages that are no longer tried because they kept failing; an admin can retry them',
    labelNames: ['message'],
    registers: [metrics],
  });
  // As 0 from the start, so that Prometheus sees the first failure as an increase.
  for (const { name: message } of events.filter(({ senders }) => senders.includes(service))) {
    for (const kind of failureKinds) failures.inc({ message, kind }, 0);
    stopped.inc({ message }, 0);
  }
  return ({ failureId, messageId, queue, name, kind, failures: count, isStopped }) => {
    failures.inc({ message: name, kind });
    const fields = { failureId, messageId, queue, kind, failures: count };
    if (isStopped) {
      stopped.inc({ message: name });
      logger.error(fields, 'message stopped');
    } else logger.warn(fields, 'message keeps failing');
  };
}
