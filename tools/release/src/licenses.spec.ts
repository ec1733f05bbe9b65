import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  findLicenseProblems,
  formatLicenses,
  isAllowed,
  listPackages,
  type LockedPackage,
} from './licenses.js';

const { packages } = JSON.parse(
  readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'),
) as {
  packages: Record<string, LockedPackage>;
};

it('every package, also those of development, has an allowed license', () => {
  expect(findLicenseProblems(listPackages(packages, { withDevelopment: true }))).toEqual([]);
});

describe('a package', () => {
  const lock = {
    '': { license: 'UNLICENSED' },
    'services/billing': { version: '0.1.0' },
    'node_modules/@desk/billing': { link: true },
    'node_modules/good': { version: '1.0.0', license: 'MIT' },
    'node_modules/good/node_modules/copyleft': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/silent': { version: '3.0.0' },
    'node_modules/tool': { version: '4.0.0', license: 'SSPL-1.0', dev: true },
  };

  it('with another license or none is found', () => {
    expect(findLicenseProblems(listPackages(lock, { withDevelopment: true }))).toEqual([
      'copyleft@2.0.0: GPL-3.0-only',
      'silent@3.0.0: no license is stated',
      'tool@4.0.0: SSPL-1.0',
    ]);
  });

  it('of development is not in the list of what runs', () => {
    const list = formatLicenses(listPackages(lock, { withDevelopment: false }));
    expect(list).toContain('| good | 1.0.0 | MIT |');
    expect(list).not.toContain('tool');
    expect(list).not.toContain('billing');
  });
});

it.each([
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['Apache-2.0 AND MIT', true],
  ['SEE LICENSE IN LICENSE', false],
])('%s: %s', (license, expected) => {
  expect(isAllowed(license)).toBe(expected);
});
