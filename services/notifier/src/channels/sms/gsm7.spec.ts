import { describe, expect, it } from '@jest/globals';
import { toGsm7 } from './sms-texts.js';

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
