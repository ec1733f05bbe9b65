import { expect, test } from '@jest/globals';
import { readSearch } from './search.js';

test.each([
  [undefined, null],
  ['', null],
  [' \u0000\t ', null],
  ['ann', 'ann'],
  ['ann\u0000lee', 'ann lee'],
  [' 100% _x ', '100% _x'],
])('reads %j as %j', (given, search) => {
  expect(readSearch(given)).toBe(search);
});
