import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { copyWithDatabaseAuthority } from '../../test/database-authority.js';
import { overlayFolder, overlayNames } from '../../test/overlays.js';
import type { Manifest } from '../../test/render/manifest.js';
import { render } from '../../test/render/render.js';

const idOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
const byId = (manifests: readonly Manifest[]) =>
  Object.fromEntries(manifests.map((manifest) => [idOf(manifest), manifest]));

const kubectl = (folder: string) => spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
const hasKubectl = kubectl(overlayFolder('production/migrations')).status === 0;

describe('on a machine with kubectl', () => {
  // On other machines, only the other tests of this folder run.
  const check = hasKubectl ? it : it.skip;
  const expectSameRendering = (folder: string): void => {
    const { stdout, stderr } = kubectl(folder);
    const expected = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
    expect({ stderr, ...byId(render(folder)) }).toEqual({ stderr: '', ...byId(expected) });
  };

  check.each(overlayNames)('%s is rendered as `kubectl kustomize` does', (name) => {
    expectSameRendering(overlayFolder(name));
  });

  check('production with a database certificate authority is rendered as `kubectl kustomize` does', () => {
    const folder = copyWithDatabaseAuthority();
    try {
      for (const name of ['production', 'production/migrations', 'production/restore'])
        expectSameRendering(join(folder, 'overlays', name));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('render', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-manifests-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  };
  const kustomization = (content: string): string =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${content}`;
  const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  template: { spec: { containers: [{ name: main, image: desk, envFrom: [{ configMapRef: { name: web } }] }] } }
`;
  const base = {
    'base/kustomization.yaml': kustomization(
      'resources: [web.yaml]\nconfigMapGenerator: [{ name: web, envs: [web.env] }]',
    ),
    'base/web.yaml': deployment,
    'base/web.env': 'A=1\nB=2\n',
  };

  it('applies overlays, components, images, namespaces and settings', () => {
    write({
      ...base,
      'component/kustomization.yaml': kustomization(
        "patches: [{ target: { kind: Deployment }, patch: '{ kind: Deployment, metadata: { name: any }, spec: { replicas: null } }' }]",
      ).replace('Kustomization\n', 'Component\n'),
      'top/kustomization.yaml': kustomization(`namespace: desk
resources: [../base]
components: [../component]
images: [{ name: desk, newName: registry.example/desk, digest: 'sha256:0123' }]
configMapGenerator: [{ name: web, behavior: merge, literals: [B=3] }]`),
    });
    const [web, settings] = render(join(folder, 'top'));
    expect(settings).toMatchObject({ kind: 'ConfigMap', data: { A: '1', B: '3' } });
    expect(settings?.metadata.name).toMatch(/^web-[0-9a-z]{10}$/);
    expect(web?.metadata).toEqual({ name: 'web', namespace: 'desk' });
    expect(web?.['spec']).toEqual({
      template: {
        spec: {
          containers: [
            {
              name: 'main',
              image: 'registry.example/desk@sha256:0123',
              envFrom: [{ configMapRef: { name: settings?.metadata.name } }],
            },
          ],
        },
      },
    });
  });

  it('puts files into ConfigMaps, and renames the volumes that mount them', () => {
    write({
      ...base,
      'top/kustomization.yaml': kustomization(`resources: [../base]
configMapGenerator: [{ name: page, files: [page.html] }]
patches: [{ path: volume.yaml, target: { kind: Deployment } }]`),
      'top/page.html': '<p>\n',
      'top/volume.yaml':
        'metadata: { name: any }\nspec: { template: { spec: { volumes: [{ name: page, configMap: { name: page } }] } } }\n',
    });
    const manifests = render(join(folder, 'top'));
    const page = manifests.find(({ metadata }) => metadata.name.startsWith('page-'));
    expect(page?.['data']).toEqual({ 'page.html': '<p>\n' });
    expect(manifests[0]).toMatchObject({
      spec: { template: { spec: { volumes: [{ configMap: { name: page?.metadata.name } }] } } },
    });
  });

  it.each([
    ['{ group: apps }', true],
    ['{ group: batch }', false],
    ['{ kind: Deployment, name: (shop|web) }', true],
    ['{ kind: Deployment, name: we }', false],
  ])('finds what a patch of %s changes: %s', (target, isFound) => {
    const patch = "patch: 'metadata: { name: any, labels: { a: b } }'";
    write({
      ...base,
      'top/kustomization.yaml': kustomization(
        `resources: [../base]\npatches: [{ target: ${target}, ${patch} }]`,
      ),
    });
    if (isFound)
      expect(render(join(folder, 'top'))[0]?.metadata).toEqual({ name: 'web', labels: { a: 'b' } });
    else expect(() => render(join(folder, 'top'))).toThrow('matches nothing');
  });

  it.each([
    ['an unknown field', 'resources: [../base]\nnamePrefix: x-', 'namePrefix'],
    [
      'two objects of one name',
      'resources: [../base, ../base/web.yaml]',
      'apps/v1 Deployment web exists twice.',
    ],
    [
      'a patch that matches nothing',
      "resources: [../base]\npatches: [{ target: { kind: Job }, patch: '{ metadata: { name: a } }' }]",
      'a patch of Job matches nothing',
    ],
    [
      'settings that replace generated ones without saying so',
      'resources: [../base]\nconfigMapGenerator: [{ name: web, literals: [A=2] }]',
      "cannot be generated with behavior 'create'",
    ],
    [
      'settings to merge that do not exist',
      'resources: [../base]\nconfigMapGenerator: [{ name: other, behavior: merge, literals: [A=2] }]',
      "cannot be generated with behavior 'merge'",
    ],
  ])('refuses %s', (_what, content, message) => {
    write({ ...base, 'top/kustomization.yaml': kustomization(content) });
    expect(() => render(join(folder, 'top'))).toThrow(message);
  });
});
