import { describe, expect, it } from '@jest/globals';
import { initialsOf } from './initials';

describe('initialsOf', () => {
  it('is the first letter of each name that is there', () => {
    expect(initialsOf({ firstName: 'grace', lastName: 'Oyelaran' })).toBe('GO');
    expect(initialsOf({ firstName: ' Grace', lastName: ' ' })).toBe('G');
    expect(initialsOf({ firstName: '', lastName: 'Ådahl' })).toBe('Å');
  });

  it('is U when both are missing', () => {
    expect(initialsOf({ firstName: '', lastName: '  ' })).toBe('U');
  });
});
