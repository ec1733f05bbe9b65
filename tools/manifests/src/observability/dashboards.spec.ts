import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findUnknown } from './known-series.js';
import { listMetrics, projectFolder } from './metrics-in-code.js';
import { readExpression } from './promql.js';

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly {
    readonly title: string;
    readonly description: string;
    readonly datasource: { readonly uid: string };
    readonly gridPos: { readonly x: number; readonly y: number };
    readonly targets: readonly { readonly expr: string; readonly exemplar?: boolean }[];
  }[];
}

const folder = join(projectFolder, 'docker/observability');
const files = globSync('dashboards/*.json', { cwd: folder });
const read = (path: string): Dashboard => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Dashboard;
const { datasources } = parse(readFileSync(join(folder, 'grafana/datasources/datasources.yml'), 'utf8')) as {
  datasources: { uid: string; type: string }[];
};
const WINDOW = '5m';

/** Measured when a lead is accepted or delivered: these name traces. */
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
      const expression = readExpression(expr.replaceAll('$__rate_interval', WINDOW));
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

it('every metric of our own that is about leads, money or queues is on a dashboard', () => {
  const shown = new Set(
    files.flatMap((path) =>
      read(path).panels.flatMap(({ targets }) =>
        targets.flatMap(({ expr }) => readExpression(expr.replaceAll('$__rate_interval', WINDOW)).metrics),
      ),
    ),
  );
  const about =
    /^(lead|charges|refunds|card_|deliveries|reconciliation|queue_|outbox_messages|provider_|database_pool)/;
  const missing = listMetrics().filter(
    ({ name }) =>
      about.test(name) && ![name, `${name}_bucket`, `${name}_count`].some((series) => shown.has(series)),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
