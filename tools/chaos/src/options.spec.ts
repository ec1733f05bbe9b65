import { describe, expect, it } from '@jest/globals';
import { faultKinds } from './faults/fault-kinds.js';
import { mutants } from './mutants/mutants.js';
import { readOptions, UsageError } from './options.js';

describe('readOptions', () => {
  it('returns defaults', () => {
    expect(readOptions([])).toEqual({
      trials: faultKinds.length,
      seed: 1,
      copies: 2,
      mutants: [],
      only: [],
      from: undefined,
      keep: false,
      json: false,
    });
  });

  it('parses every option', () => {
    expect(
      readOptions(['--trials', '9', '--seed', '4', '--only', 'gateway:request:after-leads.accept', '--keep']),
    ).toMatchObject({
      trials: 9,
      seed: 4,
      only: [{ name: 'gateway:request:after-leads.accept' }],
      keep: true,
    });
    expect(readOptions(['--mutant', 'no-inbox'])?.mutants).toEqual(['no-inbox']);
    expect(readOptions(['--mutant', 'all'])?.mutants).toHaveLength(mutants.length);
    expect(readOptions(['--update'])?.from).toBe('HEAD~1');
    expect(readOptions(['--update', '--from', 'v1'])?.from).toBe('v1');
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it('selects faults by prefix, with one trial each and at least three', () => {
    const cardSaves = readOptions(['--only', 'billing:cards.save:*']);
    expect(cardSaves?.only.length).toBe(cardSaves?.trials);
    expect(cardSaves?.only.map(({ name }) => name)).toContain('billing:cards.save:before-commit-1');
    expect(readOptions(['--only', 'redis.killed'])?.trials).toBe(3);
    const twice = readOptions([
      '--only',
      'redis.killed',
      '--only',
      'billing:cards.save:*',
      '--only',
      'redis.*',
    ]);
    expect(twice?.only.filter(({ name }) => name === 'redis.killed')).toHaveLength(1);
    expect(twice?.only.map(({ name }) => name)).toContain('billing:cards.save:before-commit-1');
  });

  it.each([
    [['--trials', '0'], '--trials must be a whole number'],
    [['--trials', 'many'], '--trials must be a whole number'],
    [['--seed', '-1'], "'--seed'"],
    [['--seed', '1.5'], '--seed must be'],
    [['--copies', '0'], '--copies must be'],
    [['--only', 'nowhere'], '--only must be one of'],
    [['--only', 'nowhere*'], '--only must be one of'],
    [['--mutant', 'nothing'], '--mutant must be all or one of'],
    [['--mutant', 'no-inbox', '--only', 'redis.killed'], 'cannot be combined'],
    [['--what'], '--what'],
  ])('rejects %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(message);
  });
});
