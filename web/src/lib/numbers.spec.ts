import { expect, it } from '@jest/globals';
import { formatCount, formatShare, formatShort, pluralize } from './numbers';

it('groups thousands and picks the plural', () => {
  expect(formatCount(1_204_000)).toBe('1,204,000');
  expect(pluralize(1, 'user')).toBe('1 user');
  expect(pluralize(0, 'user')).toBe('0 users');
  expect(pluralize(2_000, 'delivery', 'deliveries')).toBe('2,000 deliveries');
});

it('formatShort uses at most four characters below a million', () => {
  expect([0, 999, 1_204, 12_040, 999_000].map(formatShort)).toEqual(['0', '999', '1.2K', '12K', '999K']);
});

it('formatShare shows 0% and 100% only for exact values', () => {
  expect([0, 0.001, 0.125, 0.5, 0.999, 1].map(formatShare)).toEqual([
    '0%',
    '<1%',
    '13%',
    '50%',
    '>99%',
    '100%',
  ]);
});
