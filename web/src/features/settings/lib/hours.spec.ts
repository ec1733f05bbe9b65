import { describe, expect, it } from '@jest/globals';
import { formatMinute } from '@/lib/format-minute';
import { addDays, listTimes, periodsOf, withoutDay } from './hours';

describe('hours', () => {
  it('formats minutes of the day', () => {
    expect([0, 570, 720, 1_020, 1_440].map(formatMinute)).toEqual([
      '12:00 AM',
      '9:30 AM',
      '12:00 PM',
      '5:00 PM',
      'midnight',
    ]);
  });

  it('offers half hours and the saved time', () => {
    expect(listTimes(1_300, 1_440, 1_325)).toEqual([1_320, 1_325, 1_350, 1_380, 1_410, 1_440]);
  });

  it('finds and removes the periods of a day', () => {
    const hours = [
      { day: 1, from: 800, to: 900 },
      { day: 2, from: 0, to: 60 },
      { day: 1, from: 60, to: 120 },
    ];
    expect(periodsOf(hours, 1).map(({ from }) => from)).toEqual([60, 800]);
    expect(withoutDay(hours, 1)).toEqual([{ day: 2, from: 0, to: 60 }]);
  });
});

describe('addDays', () => {
  it('begins with office hours', () => {
    expect(addDays([], [1], 0)).toEqual([{ day: 1, from: 540, to: 1_020 }]);
  });

  it('copies all periods of the day that was edited last', () => {
    const hours = [
      { day: 1, from: 0, to: 60 },
      { day: 2, from: 480, to: 720 },
      { day: 2, from: 780, to: 900 },
    ];
    expect(addDays(hours, [3], 2).filter(({ day }) => day === 3)).toEqual([
      { day: 3, from: 480, to: 720 },
      { day: 3, from: 780, to: 900 },
    ]);
  });

  it('copies the first day that has hours, and keeps the hours of days that have any', () => {
    const hours = [
      { day: 4, from: 480, to: 720 },
      { day: 5, from: 0, to: 60 },
    ];
    expect(addDays(hours, [1, 4, 5], 0)).toEqual([{ day: 1, from: 480, to: 720 }, ...hours]);
  });
});
