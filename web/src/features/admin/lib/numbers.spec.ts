import { describe, expect, it } from '@jest/globals';
import { counted, cursorSummary, pageSummary, wholeNumber, withCents } from './numbers';

describe('numbers', () => {
  it('are grouped by thousands', () => {
    expect(wholeNumber(1_204_000)).toBe('1,204,000');
    expect(counted(1, 'user')).toBe('1 user');
    expect(counted(0, 'user')).toBe('0 users');
    expect(counted(2_000, 'delivery', 'deliveries')).toBe('2,000 deliveries');
  });

  it('have two decimals where they are money', () => {
    expect(withCents('0.00')).toBe('$0.00');
    expect(withCents('80.00')).toBe('$80.00');
    expect(withCents('12345678.90')).toBe('$12,345,678.90');
  });
});

describe('what a page shows', () => {
  it('is said with where it stands among all', () => {
    expect(pageSummary(2, 25, 25, 1_204, 'user')).toBe('26-50 of 1,204 users');
    expect(pageSummary(49, 25, 4, 1_204, 'user')).toBe('1,201-1,204 of 1,204 users');
    expect(pageSummary(1, 25, 3, 3, 'user')).toBe('3 users');
    expect(pageSummary(1, 25, 0, 0, 'user')).toBe('0 users');
    expect(pageSummary(99, 25, 0, 1_204, 'user')).toBe('0 of 1,204 users');
  });

  it('is only counted where nobody knows of all', () => {
    expect(cursorSummary(12, { isFirst: true, hasNext: false }, 'lead')).toBe('12 leads');
    expect(cursorSummary(50, { isFirst: true, hasNext: true }, 'lead')).toBe('50 leads on this page');
    expect(cursorSummary(1, { isFirst: false, hasNext: false }, 'lead')).toBe('1 lead on this page');
  });
});
