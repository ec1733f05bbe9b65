import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { renderOverlay } from '../../test/overlays.js';
import { findManifest } from '../../test/pod-environment.js';
import { toText } from '../../test/render/manifest.js';
import { findUnknown, projectFolder } from '../../test/observability/known-series.js';
import { addMatcher, readExpression } from '../../test/observability/promql.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string; readonly namespace?: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

const rulesFile = join(projectFolder, 'docker/observability/alerts.yml');
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as RuleFile;
const manifest = findManifest(renderOverlay('production'), 'PrometheusRule', 'annuity-desk');
const kubernetes = manifest['spec'] as unknown as RuleFile;
/** Rules that only Kubernetes has. */
const jobRules = kubernetes.groups.filter(({ name }) => name === 'jobs').flatMap((group) => group.rules);
const rules = [...groups.flatMap((group) => group.rules), ...jobRules];
const runbook = readFileSync(join(projectFolder, 'docs/operations/alerts.md'), 'utf8');
const LABEL_IN_TEXT = /\{\{ \$labels\.(\w+) \}\}/g;

describe.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (_name, rule) => {
  it('reads metrics and labels that exist', () => {
    const expression = readExpression(rule.expr);
    expect(expression.metrics).not.toEqual([]);
    expect(findUnknown(expression)).toEqual([]);
  });

  it('states its urgency, its effect on users, and what to do', () => {
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

describe('in Kubernetes, where installations share one Prometheus', () => {
  const namespace = toText(manifest.metadata['namespace']);
  const matcher = `namespace="${namespace}"`;

  it('the rules are the same, and each reads and names its own namespace', () => {
    const expected = groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => ({
        ...rule,
        expr: addMatcher(rule.expr, matcher),
        labels: { ...rule.labels, namespace },
      })),
    }));
    expect(kubernetes.groups.filter(({ name }) => name !== 'jobs')).toEqual(expected);
  });

  it.each(jobRules.map((rule) => [rule.alert, rule] as const))(
    '%s does so too',
    (_name, { expr, labels }) => {
      expect(expr.split(matcher)).toHaveLength(readExpression(expr).metrics.length + 1);
      expect(labels.namespace).toBe(namespace);
    },
  );
});

/** Where Prometheus is installed. `PROMTOOL` names its tool. */
const promtool = process.env['PROMTOOL'] ?? '/usr/bin/promtool';
(existsSync(promtool) ? describe : describe.skip)('promtool', () => {
  const run = (folder: string, parameters: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(promtool, parameters, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? 'succeeded' : stdout + stderr;
  };

  it.each([
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ])('%s %s', (...parameters) => {
    expect(run(join(projectFolder, 'docker/observability'), parameters)).toBe('succeeded');
  });

  it('test rules of Kubernetes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'desk-alerts-'));
    try {
      writeFileSync(join(folder, 'alerts.yml'), stringify(kubernetes));
      const tests = join(projectFolder, 'k8s/components/monitoring/alerts.test.yml');
      copyFileSync(tests, join(folder, 'alerts.test.yml'));
      expect(run(folder, ['test', 'rules', 'alerts.test.yml'])).toBe('succeeded');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
