import { describe, expect, it } from '@jest/globals';
import { kinds } from './faults/kinds.js';
import { plants } from './plants/plants.js';
import { readOptions, UsageError } from './options.js';

describe('the arguments', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({
      cells: kinds.length,
      seed: 1,
      plants: [],
      only: [],
      keep: false,
      json: false,
    });
  });

  it('are read', () => {
    expect(
      readOptions(['--cells', '9', '--seed', '4', '--only', 'gateway.before-ack', '--keep']),
    ).toMatchObject({ cells: 9, seed: 4, only: [{ name: 'gateway.before-ack' }], keep: true });
    const several = readOptions(['--only', 'billing.card-save.*']);
    expect(several?.only.length).toBe(several?.cells);
    expect(several?.only.map(({ name }) => name)).toContain('billing.card-save.before-commit');
    expect(readOptions(['--only', 'redis.killed'])?.cells).toBe(3);
    expect(readOptions(['--plant', 'no-inbox'])?.plants).toEqual(['no-inbox']);
    expect(readOptions(['--plant', 'all'])?.plants).toHaveLength(plants.length);
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['--cells', '0'], '--cells must be a whole number'],
    [['--cells', 'many'], 'it is "many"'],
    [['--seed', '-1'], "'--seed'"],
    [['--seed', '1.5'], '--seed must be'],
    [['--only', 'nowhere'], '--only must be one of'],
    [['--only', 'nowhere*'], '--only must be one of'],
    [['--plant', 'nothing'], '--plant must be all or one of'],
    [['--plant', 'no-inbox', '--only', 'redis.killed'], 'does not go with'],
    [['--what'], '--what'],
  ])('are refused: %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(message);
  });
});
