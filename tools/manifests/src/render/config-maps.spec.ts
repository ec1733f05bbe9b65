import { describe, expect, it } from '@jest/globals';
import { hashSuffix, nameByContent, parseSettings, toConfigMap } from '../../test/render/config-maps.js';

describe('parseSettings', () => {
  it('reads values as they are, without comments', () => {
    expect(
      parseSettings('# why\nA=1\n\nURL=https://x/?a=b\nMAIL_FROM=Desk <a@b.example>\n#B=2\nEMPTY=\n'),
    ).toEqual({
      A: '1',
      URL: 'https://x/?a=b',
      MAIL_FROM: 'Desk <a@b.example>',
      EMPTY: '',
    });
  });

  it("refuses a name without a value, which Kustomize would take from the operator's environment", () => {
    expect(() => parseSettings('HOME')).toThrow("'HOME' is not NAME=value.");
  });
});

describe('hashSuffix', () => {
  // Computed by `kubectl kustomize` (Kustomize 5.5).
  it.each([
    [{ NODE_ENV: 'production' }, 'mg62tbdtm7'],
    [{ b: 'Desk <leads@leads.example.com>', a: '1' }, 'h2t42kmgdk'],
  ])('of %j is that of Kustomize', (data, suffix) => {
    expect(hashSuffix(data)).toBe(suffix);
  });

  it('does not depend on the order of settings', () => {
    expect(hashSuffix({ a: '1', b: '2' })).toBe(hashSuffix({ b: '2', a: '1' }));
  });
});

it('renames generated ConfigMaps and every reference to them', () => {
  const suffix = hashSuffix({ A: '1' });
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'settings' },
    spec: { envFrom: [{ configMapRef: { name: 'settings' } }, { secretRef: { name: 'settings' } }] },
  };
  expect(nameByContent([toConfigMap('settings', { A: '1' }), job], new Set(['settings']))).toEqual([
    toConfigMap(`settings-${suffix}`, { A: '1' }),
    {
      ...job,
      spec: {
        envFrom: [{ configMapRef: { name: `settings-${suffix}` } }, { secretRef: { name: 'settings' } }],
      },
    },
  ]);
});
