import { describe, expect, it } from '@jest/globals';
import { overlayNames, renderOverlay } from '../../test/overlays.js';
import type { Fields, Manifest } from '../../test/render/manifest.js';
import { mergeFields } from '../../test/render/merge-patch.js';
import { findPolicyProblems } from '../../test/checks/policies.js';

it.each(overlayNames)('%s keeps every rule', (name) => {
  expect(findPolicyProblems(renderOverlay(name))).toEqual([]);
});

const good = renderOverlay('production').find(
  ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'billing',
) as Manifest;
const withPod = (spec: Fields): Manifest => mergeFields(good, { spec: { template: { spec } } }) as Manifest;
const withContainer = (container: Fields): Manifest =>
  withPod({ containers: [{ name: 'service', ...container }] });
const withSecurity = (securityContext: Fields): Manifest => withContainer({ securityContext });

describe('a breach is found:', () => {
  it.each<[string, Manifest]>([
    ['mounts a token of the API server', withPod({ automountServiceAccountToken: null })],
    ['may run as root', withPod({ securityContext: { runAsNonRoot: false } })],
    ['has no user id above 0', withPod({ securityContext: { runAsUser: 0 } })],
    ['runs as a user id that a node may use', withPod({ securityContext: { runAsUser: 1000 } })],
    ['has no seccomp profile', withPod({ securityContext: { seccompProfile: null } })],
    ['uses a namespace of its node', withPod({ hostNetwork: true })],
    ['mounts a folder of its node', withPod({ volumes: [{ name: 'x', hostPath: { path: '/' } }] })],
    ['is privileged', withSecurity({ privileged: true })],
    ['may gain privileges', withSecurity({ allowPrivilegeEscalation: null })],
    ['may write to its root file system', withSecurity({ readOnlyRootFilesystem: false })],
    ['keeps capabilities', withSecurity({ capabilities: { drop: ['NET_RAW'] } })],
    ['keeps capabilities', withSecurity({ capabilities: { add: ['NET_ADMIN'] } })],
    ['has no limits of memory', withContainer({ resources: { limits: { memory: null } } })],
    [
      'has no limits of ephemeral-storage',
      withContainer({ resources: { limits: { 'ephemeral-storage': null } } }),
    ],
    [
      'has no requests of ephemeral-storage',
      withContainer({ resources: { requests: { 'ephemeral-storage': null } } }),
    ],
    ['has no requests of cpu', withContainer({ resources: { requests: { cpu: null } } })],
    ['has an image without a stated version', withContainer({ image: 'registry.example/desk:latest' })],
    ['has an image without a stated version', withContainer({ image: 'localhost:5000/desk' })],
    ['has no livenessProbe', withContainer({ livenessProbe: null })],
    [
      'has the secret STRIPE_SECRET_KEY in it',
      withContainer({ env: [{ name: 'STRIPE_SECRET_KEY', value: 'x' }] }),
    ],
    [
      'has the secret DATABASE_URL in it',
      withContainer({ env: [{ name: 'DATABASE_URL', value: 'postgres://u:p@host/desk' }] }),
    ],
  ])('%s', (problem, manifest) => {
    expect(findPolicyProblems([manifest])).toEqual([`Deployment billing ${problem}`]);
  });

  it.each<[string, Manifest]>([
    [
      'ConfigMap web has the secret JWT_KEYS in it',
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' }, data: { JWT_KEYS: 'x' } },
    ],
    [
      'Secret web is a secret that everybody who reads the manifests can read',
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web' }, stringData: {} },
    ],
  ])('%s', (problem, manifest) => {
    expect(findPolicyProblems([manifest])).toEqual([problem]);
  });

  it.each(['desk:1.0.0', `registry.example:5000/team/desk@sha256:${'0'.repeat(64)}`])(
    '%s is accepted as a pinned version',
    (image) => {
      expect(findPolicyProblems([withContainer({ image })])).toEqual([]);
    },
  );
});
