import { describe, expect, it } from '@jest/globals';
import { countSegments, toGsm7 } from './gsm7.js';

describe('toGsm7', () => {
  it.each([
    ['Renée Müller', 'Renée Müller'],
    ['Zoë Čapek', 'Zoe Capek'],
    ['Rene\u0301e', 'Renée'],
    ['“It’s” – here…', '"It\'s" - here...'],
    ['Łukasz Đorđe', 'Lukasz Dorde'],
    ['李 🎉', '? ?'],
  ])('writes %s as %s', (text, expected) => {
    expect(toGsm7(text)).toBe(expected);
  });
});

describe('countSegments', () => {
  it('counts 160 places alone and 153 in a row', () => {
    expect(countSegments('x'.repeat(160))).toBe(1);
    expect(countSegments('x'.repeat(161))).toBe(2);
    expect(countSegments('x'.repeat(306))).toBe(2);
    expect(countSegments('x'.repeat(307))).toBe(3);
  });

  it('counts characters of the extension twice', () => {
    expect(countSegments('€'.repeat(80))).toBe(1);
    expect(countSegments('€'.repeat(81))).toBe(2);
  });
});
