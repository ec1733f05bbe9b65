import { listMetrics, seriesOf } from './metrics-in-code.js';

/** Prometheus itself adds these to each target, and the scrape configuration the service. */
const TARGET_LABELS = ['service', 'instance', 'job', 'namespace'];
const TARGET_SERIES = ['up'];

const metrics = listMetrics();
const labelsOf = new Map(
  metrics.flatMap((metric) =>
    seriesOf(metric).map((series) => [
      series,
      metric.type === 'histogram' ? [...metric.labels, 'le'] : metric.labels,
    ]),
  ),
);

/** Returns what an expression reads that no process reports, such as a metric that was renamed. */
export function findUnknown(expression: {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}): string[] {
  const unknownMetrics = expression.metrics.filter(
    (name) => !labelsOf.has(name) && !TARGET_SERIES.includes(name),
  );
  const known = new Set([
    ...TARGET_LABELS,
    ...expression.metrics.flatMap((name) => labelsOf.get(name) ?? []),
  ]);
  return [...unknownMetrics, ...expression.labels.filter((label) => !known.has(label))];
}
