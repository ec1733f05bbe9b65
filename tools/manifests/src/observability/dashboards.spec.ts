import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findUnknown, listMetrics, projectFolder } from '../../test/observability/known-series.js';
import { readExpression } from '../../test/observability/promql.js';

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly {
    readonly type: string;
    readonly title: string;
    readonly description: string;
    readonly datasource: { readonly uid: string };
    readonly gridPos: { readonly x: number; readonly y: number };
    readonly fieldConfig: {
      readonly defaults: {
        readonly unit: string;
        readonly thresholds?: { readonly steps: readonly object[] };
      };
    };
    readonly targets: readonly { readonly expr: string; readonly exemplar?: boolean }[];
  }[];
}

const folder = join(projectFolder, 'docker/observability');
const files = globSync('dashboards/*.json', { cwd: folder });
const read = (path: string): Dashboard => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Dashboard;
const { datasources } = parse(readFileSync(join(folder, 'grafana/datasources/datasources.yml'), 'utf8')) as {
  datasources: { uid: string; type: string }[];
};
const readQuery = (expr: string) => readExpression(expr.replaceAll('$__rate_interval', '5m'));
const findMetrics = (expr: string): readonly string[] => readQuery(expr).metrics;

/** Metrics that may have Grafana's unit "requests per second". */
const countsRequests = /^(http_request|provider_call_duration_seconds_count)/;
/** Measured when a lead is accepted or delivered, with the trace as an exemplar. */
const withExemplars = /^(lead_\w+|http_request_duration)_seconds_bucket$/;

it('there is one for each subject', () => {
  expect(files.map((path) => basename(path, '.json')).toSorted()).toEqual([
    'delivery',
    'lead-path',
    'money',
    'services',
  ]);
});

describe.each(files)('%s', (path) => {
  const { uid, panels } = read(path);

  it('is named like its file', () => {
    expect(uid).toBe(basename(path, '.json'));
  });

  it.each(panels.map((panel) => [panel.title, panel] as const))('%s', (_title, panel) => {
    expect(panel.description).not.toBe('');
    expect(datasources.find((source) => source.uid === panel.datasource.uid)?.type).toBe('prometheus');
    expect(panel.targets).not.toHaveLength(0);
    for (const { expr, exemplar } of panel.targets) {
      const expression = readQuery(expr);
      expect(expression.metrics).not.toEqual([]);
      expect(findUnknown(expression)).toEqual([]);
      if (exemplar) expect(expression.metrics.every((name) => withExemplars.test(name))).toBe(true);
    }
  });

  it('places its panels without overlap', () => {
    const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

const allPanels = files.flatMap((path) => read(path).panels);

it('every single value has thresholds of its own, because by default Grafana colors everything below 80 green', () => {
  const stats = allPanels.filter(({ type }) => type === 'stat');
  expect(stats).not.toHaveLength(0);
  expect(
    stats.filter(({ fieldConfig }) => !fieldConfig.defaults.thresholds).map(({ title }) => title),
  ).toEqual([]);
});

it('shows leads, charges and messages per second with their own unit, not as requests', () => {
  const asRequests = allPanels.filter(({ fieldConfig }) => fieldConfig.defaults.unit === 'reqps');
  const wrong = asRequests.filter(({ targets }) =>
    targets.some(({ expr }) => !findMetrics(expr).every((name) => countsRequests.test(name))),
  );
  expect(wrong.map(({ title }) => title)).toEqual([]);
});

it('counts the first error of a route and the first failure of a message, whose series begin with 1', () => {
  const begin =
    /\b(message_failures_total|messages_stopped_total|http_request_duration_seconds_count\{status=~"5)/;
  const queries = allPanels
    .flatMap(({ targets }) => targets.map(({ expr }) => expr))
    .filter((expr) => begin.test(expr));
  expect(queries).toHaveLength(3);
  // `increase` returns nothing for a series that is younger than its window. The value itself is then the increase.
  for (const query of queries)
    expect(query).toMatch(/\((\S+) unless \1 offset 15m\) or increase\(\1\[15m\]\)/);
});

it('lists no name without a value among the highest', () => {
  const highest = allPanels.flatMap(({ targets }) => targets.filter(({ expr }) => expr.startsWith('topk(')));
  expect(highest).not.toHaveLength(0);
  // An idle histogram's quantile is NaN, which topk includes and >= drops.
  expect(highest.filter(({ expr }) => !expr.endsWith(' >= 0)'))).toEqual([]);
});

it('every metric of our own that is about leads, money or queues is on a dashboard', () => {
  const shown = new Set(allPanels.flatMap(({ targets }) => targets.flatMap(({ expr }) => findMetrics(expr))));
  const about =
    /^(lead|charges|refunds|card_|deliveries|reconciliation|queue_|outbox_messages|provider_|database_pool)/;
  const missing = listMetrics().filter(
    ({ name }) =>
      about.test(name) && ![name, `${name}_bucket`, `${name}_count`].some((series) => shown.has(series)),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
