import { expect, it } from '@jest/globals';
import { formatHour, HOURS } from './hours';

it('formatHour writes hours on a 12-hour clock', () => {
  expect([0, 1, 11, 12, 13, 23, 24].map(formatHour)).toEqual([
    '12 AM',
    '1 AM',
    '11 AM',
    '12 PM',
    '1 PM',
    '11 PM',
    '12 AM',
  ]);
  expect(HOURS.at(-1)).toBe(23);
});
