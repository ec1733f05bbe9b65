import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findUnknown } from './known-series.js';
import { projectFolder } from './metrics-in-code.js';
import { readExpression } from './promql.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const rulesFile = join(projectFolder, 'docker/observability/alerts.yml');
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const runbook = readFileSync(join(projectFolder, 'docs/operations/alerts.md'), 'utf8');
const LABEL_IN_TEXT = /\{\{ \$labels\.(\w+) \}\}/g;

describe.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (_name, rule) => {
  it('reads metrics and labels that exist', () => {
    const expression = readExpression(rule.expr);
    expect(expression.metrics).not.toEqual([]);
    expect(findUnknown(expression)).toEqual([]);
  });

  it('says how urgent it is, what users suffer, and what to do', () => {
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations.summary.length).toBeGreaterThan(20);
    expect(rule.annotations.runbook_url).toBe(`docs/operations/alerts.md#${rule.alert.toLowerCase()}`);
    const section = runbook.split(/^### /m).find((text) => text.startsWith(`${rule.alert}\n`)) ?? '';
    expect(section).toMatch(rule.labels.severity === 'page' ? /^\w+\n\nPage\./ : /^\w+\n\nTicket\./);
    expect(section).toMatch(/^1\. /m);
  });

  it('keeps the labels that its summary names', () => {
    const { labels, metrics } = readExpression(rule.expr);
    for (const [, label = ''] of rule.annotations.summary.matchAll(LABEL_IN_TEXT))
      expect(metrics.includes('up') && label === 'service' ? ['service'] : labels).toContain(label);
  });
});

it('every section of the runbook belongs to an alert, and names are unique', () => {
  const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

it('Kubernetes has the same rules', () => {
  const manifest = readFileSync(join(projectFolder, 'k8s/components/monitoring/alerts.yaml'), 'utf8');
  expect(parse(manifest)).toMatchObject({ kind: 'PrometheusRule', spec: { groups } });
});

/** Where Prometheus is installed. `PROMTOOL` names its tool. */
const promtool = process.env['PROMTOOL'] ?? '/usr/bin/promtool';
(existsSync(promtool) ? describe : describe.skip)('promtool', () => {
  it.each([
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ])('%s %s', (...parameters) => {
    const { status, stdout, stderr } = spawnSync(promtool, parameters, {
      cwd: join(projectFolder, 'docker/observability'),
      encoding: 'utf8',
    });
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  });
});
