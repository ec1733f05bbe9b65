import { expect, it } from '@jest/globals';
import { formatCount, pluralize } from './numbers';

it('groups thousands and picks the plural', () => {
  expect(formatCount(1_204_000)).toBe('1,204,000');
  expect(pluralize(1, 'user')).toBe('1 user');
  expect(pluralize(0, 'user')).toBe('0 users');
  expect(pluralize(2_000, 'delivery', 'deliveries')).toBe('2,000 deliveries');
});
