import { describe, expect, it } from '@jest/globals';
import { formatCount, pluralize, summarizeCursorPage, summarizePage } from './numbers';

describe('formatCount and pluralize', () => {
  it('group thousands', () => {
    expect(formatCount(1_204_000)).toBe('1,204,000');
    expect(pluralize(1, 'user')).toBe('1 user');
    expect(pluralize(0, 'user')).toBe('0 users');
    expect(pluralize(2_000, 'delivery', 'deliveries')).toBe('2,000 deliveries');
  });
});

describe('summarizePage', () => {
  it('shows the position among all rows', () => {
    expect(summarizePage(2, 25, 25, 1_204, 'user')).toBe('26-50 of 1,204 users');
    expect(summarizePage(49, 25, 4, 1_204, 'user')).toBe('1,201-1,204 of 1,204 users');
    expect(summarizePage(1, 25, 3, 3, 'user')).toBe('3 users');
    expect(summarizePage(1, 25, 0, 0, 'user')).toBe('0 users');
    expect(summarizePage(99, 25, 0, 1_204, 'user')).toBe('0 of 1,204 users');
  });
});

describe('summarizeCursorPage', () => {
  it('counts only the page when there are others', () => {
    expect(summarizeCursorPage(12, { isFirst: true, hasNext: false }, 'lead')).toBe('12 leads');
    expect(summarizeCursorPage(50, { isFirst: true, hasNext: true }, 'lead')).toBe('50 leads on this page');
    expect(summarizeCursorPage(1, { isFirst: false, hasNext: false }, 'lead')).toBe('1 lead on this page');
  });
});
