import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRegistry } from '@desk/service-kit';

interface MetricDefinition {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
}

export const projectFolder = fileURLToPath(new URL('../../../..', import.meta.url));

const CREATION =
  /new (Counter|Gauge|Histogram|Summary)(<[^>]*>)?\(\{(?<config>.*?)\n\s*(registers|buckets)/gs;
const ANY_CREATION = /new (Counter|Gauge|Histogram|Summary)\b/g;
const NAME = /\bname: '(\w+)'/;
const LABELS = /\blabelNames: \[([^\]]*)\]/;

/** Finds the metrics that a source file defines. Throws unless each has its name and labels written out. */
export function findMetrics(source: string, path = ''): MetricDefinition[] {
  const found = [...source.matchAll(CREATION)].map(({ 1: kind = '', groups }) => {
    const config = groups?.['config'] ?? '';
    const name = NAME.exec(config)?.[1];
    if (name === undefined) throw new Error(`${path}: a metric has no literal name`);
    const labels = (LABELS.exec(config)?.[1] ?? '').match(/\w+/g) ?? [];
    return { name, type: kind.toLowerCase() as MetricDefinition['type'], labels };
  });
  if (found.length !== [...source.matchAll(ANY_CREATION)].length)
    throw new Error(`${path}: a metric's name and labels must come first, and be written out`);
  return found;
}

/** Metrics that every process has, from the library and from our own code. */
function listProcessMetrics(): MetricDefinition[] {
  interface Internals {
    readonly name: string;
    readonly labelNames: readonly string[];
    readonly constructor: { readonly name: string };
  }
  return (createRegistry().getMetricsAsArray() as unknown as Internals[]).map((metric) => ({
    name: metric.name,
    type: metric.constructor.name.toLowerCase() as MetricDefinition['type'],
    labels: metric.labelNames,
  }));
}

/** Returns every metric that a process of the project can report, once. */
export function listMetrics(): MetricDefinition[] {
  const files = globSync('{libs,services}/*/src/**/*.ts', { cwd: projectFolder }).filter(
    (path) => !path.endsWith('spec.ts'),
  );
  const own = files.flatMap((path) => findMetrics(readFileSync(join(projectFolder, path), 'utf8'), path));
  const byName = new Map([...listProcessMetrics(), ...own].map((metric) => [metric.name, metric]));
  return [...byName.values()];
}

/** Names under which Prometheus stores a metric. */
const seriesOf = ({ name, type }: MetricDefinition): string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];

/** Prometheus itself adds these to each target, and the scrape configuration the service. */
const TARGET_LABELS = ['service', 'instance', 'job', 'namespace'];
const TARGET_SERIES = ['up'];
/** Metrics that kube-state-metrics reports about the jobs of the cluster. */
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

/** Returns the metrics and labels that an expression reads but no process reports, such as a renamed metric. */
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
