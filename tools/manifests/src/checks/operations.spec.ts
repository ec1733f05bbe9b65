import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { queueNames } from '@desk/contracts';
import { renderInstallation } from '../../test/overlays.js';
import { findManifest, firstContainerOf, items, templateOf } from '../../test/pod-environment.js';
import { type Fields, type Manifest, toText, type Value, valueAt } from '../../test/render/manifest.js';

const services = ['accounts', 'billing', 'gateway', 'lead-router', 'notifier'] as const;
const manifests = renderInstallation('production');
const find = (kind: string, name: string): Manifest => findManifest(manifests, kind, name);
const podOf = (name: string): Fields =>
  valueAt(find('Deployment', name), ['spec', 'template', 'spec']) as Fields;
const containerOf = (name: string): Fields => firstContainerOf(find('Deployment', name));
const settingsOf = (prefix: string): Record<string, string> =>
  manifests.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(`${prefix}-settings-`),
  )?.['data'] as Record<string, string>;

describe.each(services)('%s', (name) => {
  it('probes what the services serve', () => {
    const container = containerOf(name);
    const health = items(container['ports']).find((port) => port['name'] === 'health');
    expect(toText(health?.['containerPort'])).toBe(settingsOf('common')['HEALTH_PORT']);
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/health/live', port: 'health' } },
      livenessProbe: { httpGet: { path: '/health/live', port: 'health' } },
      readinessProbe: { httpGet: { path: '/health/ready', port: 'health' } },
    });
  });

  it('is killed only after it has had the time to shut down', () => {
    const pause = (valueAt(containerOf(name), ['lifecycle', 'preStop', 'sleep', 'seconds']) ?? 0) as number;
    const shutdown = Number(settingsOf('common')['SHUTDOWN_SECONDS']);
    expect(podOf(name)['terminationGracePeriodSeconds']).toBeGreaterThanOrEqual(pause + shutdown + 5);
  });

  it('keeps its capacity during an update, and all but one copy while nodes are drained', () => {
    expect(valueAt(find('Deployment', name), ['spec', 'strategy', 'rollingUpdate'])).toEqual({
      maxUnavailable: 0,
      maxSurge: 1,
    });
    expect(valueAt(find('PodDisruptionBudget', name), ['spec'])).toMatchObject({
      maxUnavailable: 1,
      selector: { matchLabels: { 'app.kubernetes.io/name': name } },
    });
  });

  it('spreads its copies over zones and nodes', () => {
    expect(items(podOf(name)['topologySpreadConstraints']).map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
  });

  it('has at least three copies, whose number belongs to the autoscaler alone', () => {
    expect(valueAt(find('Deployment', name), ['spec', 'replicas'])).toBeUndefined();
    const scalers = manifests.filter(
      (manifest) => valueAt(manifest, ['spec', 'scaleTargetRef', 'name']) === name,
    );
    expect(scalers).toHaveLength(1);
    const { minReplicas, minReplicaCount } = scalers[0]?.['spec'] as Fields;
    expect(minReplicas ?? minReplicaCount).toBe(3);
  });
});

describe('scaling on the age of messages', () => {
  const queries = manifests
    .filter(({ kind }) => kind === 'ScaledObject')
    .flatMap((manifest) => items(valueAt(manifest, ['spec', 'triggers'])))
    .flatMap((trigger) =>
      trigger['type'] === 'prometheus' ? [toText(valueAt(trigger, ['metadata', 'query']))] : [],
    );

  it('uses a metric and queues that exist', () => {
    const source = readFileSync(
      new URL('../../../../libs/service-kit/src/failed-messages/outbox-metrics.ts', import.meta.url),
      'utf8',
    );
    expect(queries).toHaveLength(3);
    for (const query of queries) {
      const [, metric, queue] = /^max\((\w+)\{.*queue="([\w.-]+)"\}\)/.exec(query) ?? [];
      expect(source).toContain(`name: '${metric ?? ''}'`);
      expect(queueNames).toContain(queue);
      // Another installation in the same cluster may use the same Prometheus.
      expect(query).toContain(`namespace="${toText(find('Deployment', 'billing').metadata['namespace'])}"`);
    }
  });
});

describe('the Prometheus Operator', () => {
  it('selects the objects of the monitoring component by the label that its overlay sets', () => {
    const selected = manifests.filter(({ apiVersion }) => apiVersion.startsWith('monitoring.coreos.com/'));
    expect(selected.map(({ kind }) => kind).sort()).toEqual(['PodMonitor', 'PrometheusRule']);
    for (const { metadata } of selected)
      expect(metadata['labels']).toEqual({ release: 'kube-prometheus-stack' });
  });
});

describe('network policies', () => {
  const clientsOf = (label: string): string[] =>
    manifests
      .filter((manifest) => valueAt(templateOf(manifest), ['metadata', 'labels', label]) === 'client')
      .map(({ metadata: { name } }) => name)
      .sort();

  it('deny everything that they do not allow', () => {
    expect(find('NetworkPolicy', 'default-deny')['spec']).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  it.each([
    [
      'annuity-desk/postgres',
      [
        'accounts',
        'backup',
        'billing',
        'lead-router',
        'migrate',
        'notifier',
        'privacy',
        'reconcile',
        'verify',
      ],
    ],
    ['annuity-desk/redis', [...services]],
    ['annuity-desk/internet', ['billing', 'lead-router', 'notifier', 'verify']],
  ])('give %s to those who need it', (label, clients) => {
    expect(clientsOf(label)).toEqual(clients);
    const name = label.replace('annuity-desk/', 'allow-');
    expect(valueAt(find('NetworkPolicy', name), ['spec', 'podSelector'])).toEqual({
      matchLabels: { [label]: 'client' },
    });
  });

  it('let the ingress controller reach the gateway and the pods that prove ownership of the host', () => {
    const fromController = (port: Value) => [
      {
        from: [{ namespaceSelector: { matchLabels: { 'annuity-desk/ingress': 'true' } } }],
        ports: [{ protocol: 'TCP', port }],
      },
    ];
    expect(find('NetworkPolicy', 'allow-ingress-controller')['spec']).toMatchObject({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } },
      ingress: fromController('http'),
    });
    expect(find('Ingress', 'gateway').metadata).toMatchObject({
      annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
    });
    expect(find('NetworkPolicy', 'allow-certificate-challenges')['spec']).toEqual({
      podSelector: { matchLabels: { 'acme.cert-manager.io/http01-solver': 'true' } },
      policyTypes: ['Ingress'],
      ingress: fromController(8089),
    });
  });

  it.each(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'])(
    'leave %s out of the internet',
    (range) => {
      const [rule] = items(valueAt(find('NetworkPolicy', 'allow-internet'), ['spec', 'egress']));
      expect(valueAt(items(rule?.['to'])[0], ['ipBlock', 'except'])).toContain(range);
    },
  );
});

describe('connections to PostgreSQL in docs/scaling.md', () => {
  const document = readFileSync(new URL('../../../../docs/scaling.md', import.meta.url), 'utf8');
  /** Rows of the table: name, connections of a copy, most copies, one more during an update, sum. */
  const rows = [
    ...document.matchAll(
      /^\| (accounts|billing|lead-router|notifier) +\| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \|$/gm,
    ),
  ];

  it.each(
    rows.map(
      ([, name = '', ...numbers]) =>
        [name, ...(numbers.map(Number) as [number, number, number, number])] as const,
    ),
  )('of %s are those of the manifests', (name, pool, copies, withSurge, sum) => {
    const scaler = manifests.find(
      (manifest) => valueAt(manifest, ['spec', 'scaleTargetRef', 'name']) === name,
    );
    const { maxReplicas, maxReplicaCount } = scaler?.['spec'] as Fields;
    expect(pool).toBe(Number(settingsOf(name)['DATABASE_POOL_SIZE']));
    expect(copies).toBe(maxReplicas ?? maxReplicaCount);
    expect(withSurge).toBe(copies + 1);
    expect(sum).toBe(pool * withSurge);
  });

  it('add up, with those of jobs and operators', () => {
    expect(rows).toHaveLength(4);
    const [, others = ''] =
      /^\| migrations, verify, operators +\| +\| +\| +\| +(\d+) \|$/m.exec(document) ?? [];
    const [, total = ''] = /^\| all +\| +\| +\| +\| +(\d+) \|$/m.exec(document) ?? [];
    const sum = rows.reduce((before, row) => before + Number(row[5]), Number(others));
    expect(Number(total)).toBe(sum);
    const [, needed = ''] = /`max_connections = (\d+)`/.exec(document) ?? [];
    expect(Number(needed)).toBeGreaterThanOrEqual(sum);
  });
});

it('secrets of a store have the name of the installation in front, which a second one replaces', () => {
  const page = readFileSync(new URL('../../../../docs/operations/kubernetes.md', import.meta.url), 'utf8');
  const keys = manifests
    .filter(({ kind }) => kind === 'ExternalSecret')
    .flatMap((manifest) => items(valueAt(manifest, ['spec', 'data'])))
    .map((entry) => toText(valueAt(entry, ['remoteRef', 'key'])));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !key.startsWith('annuity-desk/'))).toEqual([]);
  expect(page).toContain('`key: annuity-desk/…`');
});
