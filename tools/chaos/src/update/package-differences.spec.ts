import { describe, expect, it } from '@jest/globals';
import { findPackageDifferences } from './previous-release.js';

const lock = (packages: object): string => JSON.stringify({ packages });
const yup = { 'node_modules/yup': { version: '1.7.0' } };

describe('findPackageDifferences', () => {
  it('ignores the packages of the project itself', () => {
    const other = { ...yup, 'tools/new': { version: '0.1.0' }, 'node_modules/@desk/new': { link: true } };
    expect(findPackageDifferences(lock(yup), lock(other))).toEqual([]);
  });

  it('returns packages that are missing or have another version', () => {
    const other = { 'node_modules/yup': { version: '1.8.0' }, 'web/node_modules/vite': { version: '8.0.0' } };
    expect(findPackageDifferences(lock(yup), lock(other))).toEqual([
      'node_modules/yup',
      'web/node_modules/vite',
    ]);
  });
});
