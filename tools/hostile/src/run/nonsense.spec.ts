import { expect, test } from '@jest/globals';
import { hasNonsense } from './sender.js';

test.each([
  [{ name: 'Renée', note: 'two\nlines\t', list: ['O’Brien', 7, null, true] }, false],
  [{ name: 'Ren\uFFFDe' }, true],
  [[{ a: { b: 'a\u200Bb' } }], true],
  ['\u001B[31m', true],
  ['\ud800', true],
  ['\u3164', true],
  ['undefined', true],
  ['{{name}}', true],
  ['Jennifer Null', false],
])('%j: %s', (value, expected) => {
  expect(hasNonsense(value)).toBe(expected);
});
