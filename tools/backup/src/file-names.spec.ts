import { describe, expect, it } from '@jest/globals';
import { selectOutdated, toFileName } from './file-names.js';

describe('toFileName', () => {
  it('sorts by time', () => {
    const names = ['2026-01-31T23:59:00.123Z', '2026-02-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'].map(
      toFileName,
    );
    expect(names).toEqual([...names].sort());
    expect(names[0]).toBe('annuity-desk-20260131T235900Z.backup');
  });
});

describe('selectOutdated', () => {
  const days = [1, 2, 3].map((day) => toFileName(`2026-01-0${day}T00:00:00.000Z`));

  it('keeps the newest backups', () => {
    expect(selectOutdated(days, 2)).toEqual([days[0]]);
    expect(selectOutdated(days, 3)).toEqual([]);
  });

  it('never selects a file that is no backup', () => {
    const others = ['notes.txt', `${days[0] ?? ''}.unfinished`, 'annuity-desk-1.backup'];
    expect(selectOutdated([...others, ...days], 1)).toEqual([days[1], days[0]]);
  });
});
