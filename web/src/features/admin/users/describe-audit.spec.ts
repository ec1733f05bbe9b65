import { describe, expect, it } from '@jest/globals';
import { describeChanges, reasonOf, toWords } from './describe-audit';

describe('toWords', () => {
  it('turns actions and field names into words', () => {
    expect(toWords('daily-limit-changed')).toBe('Daily limit changed');
    expect(toWords('serviceEnabled')).toBe('Service enabled');
  });
});

describe('describeChanges', () => {
  it('names old and new values, without the reason and without objects', () => {
    const entry = {
      oldValue: { dailyLeadLimit: 25, disabled: false },
      newValue: {
        dailyLeadLimit: 9,
        disabled: true,
        email: 'a@b.co',
        subject: { id: 1 },
        reason: 'By phone',
      },
    };
    expect(describeChanges(entry)).toEqual([
      'Daily lead limit: 25 → 9',
      'Disabled: no → yes',
      'Email: a@b.co',
    ]);
    expect(reasonOf(entry)).toBe('By phone');
  });

  it('is empty without values', () => {
    expect(describeChanges({ oldValue: null, newValue: null })).toEqual([]);
    expect(reasonOf({ newValue: 'text' })).toBeNull();
  });
});
