import { expect, test } from '@jest/globals';
import { readOptions } from './options.js';

test('has defaults', () => {
  expect(readOptions([])).toEqual({
    requests: 20_000,
    seed: 1,
    operation: undefined,
    rate: 50,
    leads: 5,
    only: undefined,
  });
});

test('reads every option', () => {
  const args = '--requests 300 --seed 7 --operation postLead --rate 0 --leads 2 --only 12'.split(' ');
  expect(readOptions(args)).toEqual({
    requests: 300,
    seed: 7,
    operation: 'postLead',
    rate: 0,
    leads: 2,
    only: 12,
  });
});

test('returns undefined for --help', () => {
  expect(readOptions(['--help'])).toBeUndefined();
});

test.each([
  ['--requests', '0'],
  ['--seed', '-1'],
  ['--rate', 'x'],
  ['--only', '1.5'],
  ['--leads', ''],
])('rejects %s %s', (name, value) => {
  expect(() => readOptions([`${name}=${value}`])).toThrow(name);
});
