import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.js';

describe('readOptions', () => {
  it('returns defaults, with another seed at another time', () => {
    const options = readOptions([], 1_000)!;
    expect(options).toMatchObject({ leads: 50, rate: 10 });
    expect(readOptions([], 2_000)!.seed).not.toBe(options.seed);
  });

  it('parses every option', () => {
    expect(readOptions(['--leads', '5', '--seed', 'x', '--rate', '2.5', '--wait', '90'], 0)).toEqual({
      leads: 5,
      seed: 'x',
      rate: 2.5,
      waitSeconds: 90,
    });
    expect(readOptions(['--help'], 0)).toBeUndefined();
  });

  it.each([
    ['--leads', '0'],
    ['--leads', 'many'],
    ['--leads', '1.5'],
    ['--rate', ''],
    ['--wait', '-1'],
    ['--fast'],
  ])('rejects %s %s', (...args) => {
    expect(() => readOptions(args, 0)).toThrow(args[0]);
  });
});
