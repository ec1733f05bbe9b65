import { describe, expect, it } from '@jest/globals';
import { parsePeriod, withoutReversedPeriod } from './period';

describe('a period', () => {
  it('is ignored if it ends before it begins', () => {
    const reversed = { state: 'TX', from: '2026-11-30', to: '2026-11-01' };
    expect(withoutReversedPeriod(reversed)).toEqual({ state: 'TX', from: null, to: null });
    for (const view of [{ ...reversed, from: '2026-11-01' }, { ...reversed, to: null }, { state: 'TX' }])
      expect(withoutReversedPeriod(view)).toEqual(view);
  });

  it('is read from two fields, of which each can be empty', () => {
    expect(parsePeriod({ from: '', to: '' })).toEqual({ from: null, to: null });
    expect(parsePeriod({ from: '2026-11-01', to: '' })).toEqual({ from: '2026-11-01', to: null });
    expect(parsePeriod({ from: '2026-11-01', to: '2026-11-01' })).toEqual({
      from: '2026-11-01',
      to: '2026-11-01',
    });
  });

  it('is null while a field has no usable day, or the days are in the wrong order', () => {
    expect(parsePeriod({ from: '0202-11-01', to: '' })).toBeNull();
    expect(parsePeriod({ from: '2026-11-30', to: '2026-11-01' })).toBeNull();
  });
});
