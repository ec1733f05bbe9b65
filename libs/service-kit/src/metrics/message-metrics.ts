import type { HandledListener } from '@desk/bullmq-transport';
import { Histogram } from 'prom-client';
import type { Metrics } from './create-registry.js';

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
