import { describe, expect, it } from '@jest/globals';
import { fromMultirange, joinTouching, toMultirange } from './filters.repository.js';

describe('weekly hours', () => {
  it('are minutes since Monday 0:00', () => {
    expect(toMultirange([{ day: 2, from: 540, to: 1_020 }])).toBe('{[1980,2460)}');
    expect(fromMultirange('{[1980,2460)}')).toEqual([{ day: 2, from: 540, to: 1_020 }]);
  });

  it('are split at midnight, where PostgreSQL joined them', () => {
    expect(fromMultirange('{[1320,1560),[8640,10080)}')).toEqual([
      { day: 1, from: 1_320, to: 1_440 },
      { day: 2, from: 0, to: 120 },
      { day: 7, from: 0, to: 1_440 },
    ]);
  });

  it('are compared as PostgreSQL joins them', () => {
    const joined = [
      { day: 1, from: 540, to: 900 },
      { day: 1, from: 960, to: 1_440 },
      { day: 2, from: 0, to: 60 },
    ];
    expect(
      joinTouching([
        { day: 2, from: 0, to: 60 },
        { day: 1, from: 720, to: 900 },
        { day: 1, from: 540, to: 720 },
        { day: 1, from: 960, to: 1_440 },
      ]),
    ).toEqual(joined);
    expect(fromMultirange('{[540,900),[960,1500)}')).toEqual(joined);
  });

  it('are unrestricted without a period', () => {
    expect(toMultirange([])).toBeNull();
    expect(fromMultirange(null)).toEqual([]);
  });
});
