import { describe, expect, it } from '@jest/globals';
import { assertUpdatable } from './run-migrations.js';

describe('assertUpdatable', () => {
  const known = ['Initial1', 'Later2'];

  it.each([
    ['an empty database', []],
    ['a database of this release', ['Initial1', 'Later2']],
    ['a database of an earlier release', ['Initial1']],
    ['a database of a later release, after a rollback', ['Initial1', 'Later2', 'Newest3']],
  ])('accepts %s', (_what, run) => {
    expect(() => assertUpdatable(run, known)).not.toThrow();
  });

  it('refuses a database from before release 1.0, and explains what to do', () => {
    expect(() => assertUpdatable(['CreateUsers0', 'AddPhone0'], known)).toThrow(
      /before release 1\.0 and cannot be updated.*empty database.*npm start again/,
    );
  });
});
