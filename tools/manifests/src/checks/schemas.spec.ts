import { describe, expect, it } from '@jest/globals';
import { renderWithDatabaseAuthority } from '../../test/database-authority.js';
import { overlayNames, renderOverlay } from '../../test/overlays.js';
import type { Fields, Manifest } from '../../test/render/manifest.js';
import { findTypeProblems } from '../../test/checks/check-types.js';
import { findSchemaProblem } from '../../test/checks/validate-schema.js';

const findSchemaProblems = async (manifests: readonly Manifest[]): Promise<string[]> =>
  (await Promise.all(manifests.map(findSchemaProblem))).filter((problem) => problem !== undefined);

describe('the schemas of Kubernetes 1.36, KEDA, External Secrets and the Prometheus Operator', () => {
  it.each(overlayNames)('accept the values in %s', async (name) => {
    expect(await findSchemaProblems(renderOverlay(name))).toEqual([]);
  });

  it('know every field', () => {
    expect(
      findTypeProblems([
        ...overlayNames.flatMap(renderOverlay),
        ...overlayNames.flatMap(renderWithDatabaseAuthority),
      ]),
    ).toEqual([]);
  });
});

describe('a mistake', () => {
  const deployment: Manifest = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: { spec: { containers: [{ name: 'web', image: 'x:1' }] } },
    },
  };
  const withSpec = (spec: Fields): Manifest => ({
    ...deployment,
    spec: { ...(deployment['spec'] as Fields), ...spec },
  });

  it('in a value is found', async () => {
    expect(await findSchemaProblems([deployment])).toEqual([]);
    expect(await findSchemaProblems([withSpec({ replicas: 'three' })])).toEqual([
      expect.stringContaining('replicas'),
    ]);
    const { spec: _spec, ...withoutSpec } = deployment;
    const scaled = {
      ...withoutSpec,
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      spec: { triggers: [] },
    };
    expect(await findSchemaProblems([scaled])).toEqual([expect.stringContaining('scaleTargetRef')]);
  });

  it('in an API version or a kind is found', async () => {
    expect(await findSchemaProblems([{ ...deployment, apiVersion: 'apps/v1beta1' }])).toEqual([
      'Deployment web: apps/v1beta1 is not in the list of served versions',
    ]);
    expect(await findSchemaProblems([{ ...deployment, kind: 'Deploymint' }])).toEqual([
      'Deploymint web: apps/v1 has no such kind',
    ]);
  });

  it('in the name of a field is found, however deep', () => {
    const container = { name: 'web', image: 'x:1', livenessProbes: {} };
    expect(
      findTypeProblems([deployment, withSpec({ template: { spec: { containers: [container] } } })]),
    ).toEqual([expect.stringMatching(/livenessProbes.* does not exist in type 'IContainer'/)]);
  });
});
