import { expect, it } from '@jest/globals';
import { toPeriod } from './balance-month.js';

it.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-04', '2026-04-30'],
  ['2026-12', '2026-12-31'],
])('the period of %s ends on %s', (month, to) => {
  expect(toPeriod(month)).toEqual({ from: `${month}-01`, to });
});
