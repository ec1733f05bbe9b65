import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';

export type Metrics = Registry<OpenMetricsContentType>;

/**
 * Each sample wakes the process. The library's interval of 10 ms woke an idle process more often than everything else
 * together.
 */
const SAMPLE_MS = 500;
/**
 * Turns off the library's own samples, which count the interval between two samples as lag, and are partly lost at each
 * scrape.
 */
const NEVER_MS = 2_000_000_000;
const MISLEADING = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (part) => `nodejs_eventloop_lag_${part}_seconds`,
);

/** Creates the registry of a process, with the metrics that every Node program has. */
export function createRegistry(): Metrics {
  const registry: Metrics = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  for (const name of MISLEADING) registry.removeSingleMetric(name);
  measureEventLoop(registry);
  return registry;
}

function measureEventLoop(registry: Metrics): void {
  const delays = new Histogram({
    name: 'event_loop_delay_seconds',
    help: 'Delay of a timer that is due every half second',
    buckets: [0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  let dueAt = performance.now() + SAMPLE_MS;
  setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - dueAt) / 1_000);
    dueAt = now + SAMPLE_MS;
  }, SAMPLE_MS).unref();
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'event_loop_utilization',
    help: 'Share of the time since the last scrape in which the event loop was busy, from 0 to 1',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
}
