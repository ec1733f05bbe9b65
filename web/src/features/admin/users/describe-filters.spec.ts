import { describe, expect, it } from '@jest/globals';
import { describeFilters } from './describe-filters';

const none = {
  states: [],
  leadTypes: [],
  assetBands: [],
  ageRanges: [],
  hours: [],
  weeklyBudgetCents: null,
  monthlyBudgetCents: null,
};

describe('describeFilters', () => {
  it('says that nothing is restricted', () => {
    expect(describeFilters(none, 'America/New_York')).toEqual([
      ['States', 'All'],
      ['Lead types', 'All'],
      ['Estimated assets', 'All'],
      ['Age ranges', 'All'],
      ['Weekly hours', 'Any time'],
      ['Weekly budget', 'None'],
      ['Monthly budget', 'None'],
    ]);
  });

  it('lists values, hours in order, and budgets', () => {
    const filters = {
      ...none,
      states: ['NY' as const, 'NJ' as const],
      hours: [
        { day: 2, from: 0, to: 1_440 },
        { day: 1, from: 540, to: 1_020 },
      ],
      weeklyBudgetCents: 50_000,
    };
    const described = new Map(describeFilters(filters, 'America/Chicago'));
    expect(described.get('States')).toBe('NY, NJ');
    expect(described.get('Weekly hours')).toBe(
      'Monday 9:00 AM to 5:00 PM; Tuesday 12:00 AM to midnight (Central Time)',
    );
    expect(described.get('Weekly budget')).toBe('$500');
  });
});
