import { expect, it } from '@jest/globals';
import { formatDollars, parseDollars } from './dollars';

it.each([
  ['1250', 125_000],
  ['1250.5', 125_050],
  [' $1,250.50 ', 125_050],
  [' 80.5 ', 8_050],
  ['0', 0],
  ['0.29', 29],
  ['1,000,000', 100_000_000],
  ['', null],
  ['  ', null],
])('reads %j as %j cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

it.each(['x', '-5', '12,50', '1,2,3', '1.234', '$', 'about 500', '1e3', '12345678'])('refuses %j', (text) => {
  expect(parseDollars(text)).toBeUndefined();
});

it('formats cents so that they are read back unchanged', () => {
  expect([null, 0, 29, 125_000, 125_050].map(formatDollars)).toEqual(['', '0', '0.29', '1250', '1250.50']);
});
