import { describe, expect, it } from '@jest/globals';
import { selectAffected } from './select-affected.js';

const billing = { name: '@desk/billing', folder: 'services/billing' };
const web = { name: '@desk/web', folder: 'web' };
const e2e = { name: '@desk/e2e', folder: 'e2e' };
const changed = (...files: string[]) => ({ all: files, present: files });

describe('selectAffected', () => {
  it('selects everything if a setting of all packages changed', () => {
    for (const file of ['package-lock.json', 'tsconfig.base.json', 'libs/testing/src/wait.ts'])
      expect(selectAffected(changed(file), [])).toBeUndefined();
  });

  it('checks only the format if only documentation changed', () => {
    const selection = selectAffected(changed('docs/queues.md'), []);
    expect([...(selection?.steps ?? [])]).toEqual(['format']);
  });

  it('runs the tests of affected packages, and the browser tests if those are affected', () => {
    const selection = selectAffected(changed('services/billing/src/env.ts'), [billing, e2e]);
    expect([...(selection?.steps ?? [])]).toEqual([
      'lint',
      'imports',
      'capabilities',
      'format',
      'types',
      'unit',
      'medium',
      'browser',
    ]);
    expect(selection?.scope).toEqual({
      lintFiles: ['services/billing/src/env.ts'],
      formatFiles: ['services/billing/src/env.ts'],
      packageFolders: ['services/billing', 'e2e'],
    });
  });

  it('checks the types of the web only if the web is affected', () => {
    const selection = selectAffected(changed('web/src/app/router.tsx'), [web]);
    expect([...(selection?.steps ?? [])]).toEqual([
      'lint',
      'imports',
      'capabilities',
      'format',
      'web-types',
      'unit',
      'medium',
    ]);
  });

  it('lints no deleted file but tests what depended on it', () => {
    const selection = selectAffected({ all: ['services/billing/src/gone.ts'], present: [] }, [billing]);
    expect([...(selection?.steps ?? [])]).toEqual(['types', 'unit', 'medium']);
  });
});
