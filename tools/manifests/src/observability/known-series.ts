import { listMetrics, seriesOf } from './metrics-in-code.js';

/** Prometheus itself adds these to each target, and the scrape configuration the service. */
const TARGET_LABELS = ['service', 'instance', 'job', 'namespace'];
const TARGET_SERIES = ['up'];
/** What kube-state-metrics reports about the jobs of the cluster. */
const CLUSTER_SERIES: Readonly<Record<string, readonly string[]>> = {
  kube_job_failed: ['job_name', 'condition'],
  kube_job_created: ['job_name'],
  kube_cronjob_created: ['cronjob'],
  kube_cronjob_status_last_successful_time: ['cronjob'],
};

const metrics = listMetrics();
const labelsOf = new Map<string, readonly string[]>([
  ...Object.entries(CLUSTER_SERIES),
  ...metrics.flatMap((metric) =>
    seriesOf(metric).map(
      (series) => [series, metric.type === 'histogram' ? [...metric.labels, 'le'] : metric.labels] as const,
    ),
  ),
]);

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
