import { describe, expect, it } from '@jest/globals';
import { assertSameVersion } from './schema-version.js';

const version = { billing: ['1', '2'], leads: ['1'] };

describe('assertSameVersion', () => {
  it('accepts the same migrations', () => {
    expect(() => assertSameVersion(version, { leads: ['1'], billing: ['1', '2'] }, '1.0.0')).not.toThrow();
  });

  it.each([
    ['a newer one', { ...version, billing: ['1'] }],
    ['an older one', { ...version, billing: ['1', '2', '3'] }],
    ['one of another branch', { ...version, billing: ['1', '3'] }],
  ])('rejects a backup of %s', (_what, release) => {
    expect(() => assertSameVersion(version, release, '1.0.0')).toThrow(
      /made it \(1\.0\.0\), or after a rollback with the newer one[^]*billing/,
    );
  });
});
