import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { truncate } from './truncate.js';

const family = '👨‍👩‍👧‍👦';

describe('truncate', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['exactly ten', 10, 'exactly t…'],
    ['Margaret Anne', 9, 'Margaret…'],
    ['ab😀cd', 4, 'ab…'],
    ['ab😀cd', 5, 'ab😀…'],
    [`ab${family}`, 8, 'ab…'],
    ['ae\u0301\u0323ix', 3, 'a…'],
    ['🇺🇸🇲🇽🇨🇦', 6, '🇺🇸…'],
    ['👋🏽👋🏽', 5, '👋🏽…'],
    ['नमस्ते दुनिया', 5, 'नम…'],
    [family.repeat(3), 5, '…'],
  ])('cuts %j to %i units', (text, max, cut) => {
    expect(truncate(text, max)).toBe(cut);
  });

  it('omits the ending on request', () => {
    expect(truncate('ab😀cd', 3, '')).toBe('ab');
  });

  it('returns a well-formed beginning of whole characters within the limit', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (text, max) => {
          const cut = truncate(text, max, '');
          expect(cut.length).toBeLessThanOrEqual(max);
          expect(cut.isWellFormed()).toBe(true);
          const parts = [...segmenter.segment(text)].map(({ segment }) => segment);
          const beginnings = parts.map((_, index) =>
            parts
              .slice(0, index + 1)
              .join('')
              .trimEnd(),
          );
          expect(['', text, ...beginnings]).toContain(cut);
        },
      ),
    );
  });

  it('takes time for the kept text only', () => {
    const before = process.cpuUsage();
    truncate('é'.repeat(5_000_000), 100);
    truncate(`a${'\u0301'.repeat(5_000_000)}`, 100);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
