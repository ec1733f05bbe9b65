import { describe, expect, it } from '@jest/globals';
import { getInitials } from './initials';

describe('getInitials', () => {
  it('returns the first letter of each name present', () => {
    expect(getInitials({ firstName: 'grace', lastName: 'Oyelaran' })).toBe('GO');
    expect(getInitials({ firstName: ' Grace', lastName: ' ' })).toBe('G');
    expect(getInitials({ firstName: '', lastName: 'Ådahl' })).toBe('Å');
  });

  it('returns U when both names are missing', () => {
    expect(getInitials({ firstName: '', lastName: '  ' })).toBe('U');
  });
});
