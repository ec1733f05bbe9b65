import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findMetrics, listMetrics, projectFolder } from '../../test/observability/known-series.js';

const LINE = /^- `(?<name>\w+)(?:\{(?<labels>[\w, ]+)\})?` \((?<type>counter|gauge|histogram);/gm;
/** The defaults of the metrics library, which the document names as a whole. */
const DEFAULT_METRIC = /^(?:nodejs|process)_/;
const document = readFileSync(join(projectFolder, 'docs/operations/metrics.md'), 'utf8');

const describeMetric = (name: string, type: string, labels: readonly string[]): string =>
  `${name} ${type} ${labels.join(',')}`;

describe('docs/operations/metrics.md', () => {
  it('lists every metric of ours with its type and labels, once, and no other', () => {
    const listed = [...document.matchAll(LINE)].map(({ groups }) =>
      describeMetric(
        groups?.['name'] ?? '',
        groups?.['type'] ?? '',
        (groups?.['labels'] ?? '').match(/\w+/g) ?? [],
      ),
    );
    const defined = listMetrics()
      .filter(({ name }) => !DEFAULT_METRIC.test(name))
      .map(({ name, type, labels }) => describeMetric(name, type, labels));
    expect(listed.toSorted()).toEqual(defined.toSorted());
  });
});

describe('findMetrics', () => {
  it('reads name, type and labels', () => {
    const source = `new Counter({\n  name: 'a_total',\n  help: 'A',\n  labelNames: ['x', 'y'],\n  registers,\n});
      new Histogram<'x'>({\n  name: 'b_seconds',\n  help: 'B',\n  buckets: [1],\n  registers,\n});`;
    expect(findMetrics(source)).toEqual([
      { name: 'a_total', type: 'counter', labels: ['x', 'y'] },
      { name: 'b_seconds', type: 'histogram', labels: [] },
    ]);
  });

  it.each(['new Counter({\n  name: prefix + "_total",\n  registers,\n});', 'new Gauge(config);'])(
    'rejects a metric that it cannot read: %s',
    (source) => {
      expect(() => findMetrics(source, 'file.ts')).toThrow('file.ts');
    },
  );
});
