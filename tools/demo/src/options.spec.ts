import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.js';

describe('options of the demo', () => {
  it('have defaults, and a new seed for each moment', () => {
    const options = readOptions([], 1_000)!;
    expect(options).toMatchObject({ leads: 50, rate: 10, json: false });
    expect(readOptions([], 2_000)!.seed).not.toBe(options.seed);
  });

  it('are read', () => {
    expect(readOptions(['--leads', '5', '--seed', 'x', '--rate', '2.5', '--json'], 0)).toEqual({
      leads: 5,
      seed: 'x',
      rate: 2.5,
      waitSeconds: 60,
      json: true,
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
  ])('are refused when wrong: %s %s', (...args) => {
    expect(() => readOptions(args, 0)).toThrow(args[0]);
  });
});
