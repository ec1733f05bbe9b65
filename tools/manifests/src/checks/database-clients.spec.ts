import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import {
  certificate,
  copyWithDatabaseAuthority,
  renderWithDatabaseAuthority,
} from '../../test/database-authority.js';
import { type OverlayName, renderOverlay } from '../../test/overlays.js';
import {
  emptySecrets,
  environmentOf,
  findManifest,
  firstContainerOf,
  isDatabaseClient,
  items,
  templateOf,
} from '../../test/pod-environment.js';
import { type Manifest, toText, valueAt } from '../../test/render/manifest.js';
import { render } from '../../test/render/render.js';

const overlays: [OverlayName, string[]][] = [
  [
    'production',
    ['accounts', 'backup', 'billing', 'lead-router', 'notifier', 'privacy', 'reconcile', 'verify'],
  ],
  ['production/migrations', ['migrate']],
  ['production/restore', ['restore']],
];
const nameOf = ({ metadata }: Manifest): string => metadata.name;
const workloadsOf = (manifests: readonly Manifest[]): Manifest[] =>
  manifests.filter((manifest) => valueAt(templateOf(manifest), ['spec', 'containers']) !== undefined);

describe('the programs that connect to PostgreSQL', () => {
  it.each(overlays)('of %s require TLS', (overlay, names) => {
    const manifests = renderOverlay(overlay);
    const encrypted = workloadsOf(manifests).filter(
      (workload) => environmentOf(manifests, workload, emptySecrets)['DATABASE_TLS'] === 'required',
    );
    expect(encrypted.map(nameOf).sort()).toEqual(names);
    expect(manifests.filter(isDatabaseClient).map(nameOf).sort()).toEqual(names);
  });
});

test('a restore states whether its connection to Redis is encrypted, as the services do', () => {
  const manifests = renderOverlay('production/restore');
  const environment = environmentOf(manifests, findManifest(manifests, 'Job', 'restore'), emptySecrets);
  expect(environment['REDIS_TLS']).toBe('required');
});

describe('with the component of a certificate authority', () => {
  /** Returns the certificate that a pod's Node reads, or undefined. */
  function readAuthority(manifests: readonly Manifest[], workload: Manifest): string | undefined {
    const path = environmentOf(manifests, workload, emptySecrets)['NODE_EXTRA_CA_CERTS'];
    const mount = items(firstContainerOf(workload)['volumeMounts']).find(
      ({ mountPath }) => path === `${toText(mountPath)}/authority.pem`,
    );
    const volume = items(valueAt(templateOf(workload), ['spec', 'volumes'])).find(
      ({ name }) => name === mount?.['name'],
    );
    const name = valueAt(volume, ['configMap', 'name']);
    return name === undefined
      ? undefined
      : toText(valueAt(findManifest(manifests, 'ConfigMap', toText(name)), ['data', 'authority.pem']));
  }

  it.each(overlays)('exactly the database clients of %s trust it', (overlay, names) => {
    const manifests = renderWithDatabaseAuthority(overlay);
    const trusting = workloadsOf(manifests).filter(
      (workload) => readAuthority(manifests, workload) !== undefined,
    );
    expect(trusting.map(nameOf).sort()).toEqual(names);
    for (const workload of trusting) expect(readAuthority(manifests, workload)).toBe(certificate);
  });

  it('keep the files that they mounted before', () => {
    const manifests = renderWithDatabaseAuthority('production');
    const mounts = items(firstContainerOf(findManifest(manifests, 'CronJob', 'backup'))['volumeMounts']);
    expect(mounts.map(({ mountPath }) => mountPath).sort()).toEqual(['/backups', '/etc/database-authority']);
  });

  it('nothing is rendered until the certificate is there', () => {
    const folder = copyWithDatabaseAuthority();
    try {
      rmSync(join(folder, 'components/database-authority/certificate/authority.pem'));
      expect(() => render(join(folder, 'overlays/production'))).toThrow('authority.pem');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
