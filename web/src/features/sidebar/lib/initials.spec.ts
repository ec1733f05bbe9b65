import { describe, expect, it } from '@jest/globals';
import { getInitials } from './initials';

describe('getInitials', () => {
  it('returns the first letter of each name present', () => {
    expect(getInitials({ firstName: 'grace', lastName: 'Oyelaran' })).toBe('GO');
    expect(getInitials({ firstName: ' Grace', lastName: ' ' })).toBe('G');
    expect(getInitials({ firstName: '', lastName: 'Ådahl' })).toBe('Å');
  });

  it('keeps the marks of a letter and the parts of an emoji together', () => {
    expect(getInitials({ firstName: 'E\u0301lodie', lastName: '👩‍🚒 Fire' })).toBe('E\u0301👩‍🚒');
  });

  it('returns U when both names are missing', () => {
    expect(getInitials({ firstName: '', lastName: '  ' })).toBe('U');
  });
});
