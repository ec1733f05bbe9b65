import { describe, expect, it } from '@jest/globals';
import {
  describeAccepted,
  describeFunnels,
  describeRevenue,
  describeSales,
  describeUnsold,
} from './sentences';

it('describeSales says how many leads were sold, for how much', () => {
  expect(describeSales({ accepted: 42, sold: 30, revenueCents: 240_000 }, 'this month')).toBe(
    '30 of 42 leads accepted this month were sold (71%), for $2,400 after refunds.',
  );
  expect(describeSales({ accepted: 2, sold: 1, revenueCents: 0 }, 'this month')).toBe(
    '1 of 2 leads accepted this month was sold (50%), for $0 after refunds.',
  );
  expect(describeSales({ accepted: 1, sold: 0, revenueCents: 0 }, 'last month')).toBe(
    'None of 1 lead accepted last month is sold yet.',
  );
});

const toSpans = (...values: number[]) =>
  values.map((value, index) => ({
    from: `2026-11-2${index}`,
    to: `2026-11-2${index}`,
    name: `Nov 2${index}`,
    value,
  }));

describe('sentences on days', () => {
  it('name the day with the most, the first of equals', () => {
    expect(describeAccepted(toSpans(2, 5, 0, 5), 'this month')).toBe(
      '12 leads accepted this month, most on Nov 21: 5.',
    );
    expect(describeRevenue(toSpans(8_000, 24_000), 'this month')).toBe(
      '$320 earned with leads accepted this month, most on Nov 21: $240.',
    );
  });

  it('name the only day, or a month', () => {
    expect(describeAccepted(toSpans(0, 1), 'this month')).toBe('1 lead accepted this month, all on Nov 21.');
    const month = { from: '2026-11-01', to: '2026-11-30', name: 'November 2026', value: 3 };
    expect(describeAccepted([month], 'this year')).toBe('3 leads accepted this year, all in November 2026.');
  });

  it('name no day without revenue', () => {
    expect(describeRevenue(toSpans(0, 0), 'last month')).toBe('$0 earned with leads accepted last month.');
  });
});

describe('describeFunnels', () => {
  const describeRevenues = (...revenues: number[]) =>
    describeFunnels(
      revenues.map((revenueCents, index) => ({
        name: ['Retire Safe', 'Nest Egg'][index] ?? '',
        revenueCents,
      })),
    );

  it('names the funnel that earned the most', () => {
    expect(describeRevenues(24_000, 8_000)).toBe('Retire Safe earned the most: $240 of $320.');
    expect(describeRevenues(8_000, 8_000)).toBe('Retire Safe and 1 other earned the most: $80 of $160 each.');
  });

  it('says that one funnel earned all, or that none did', () => {
    expect(describeRevenues(8_000, 0)).toBe('All $80 came from Retire Safe.');
    expect(describeRevenues(0, 0)).toBe('No funnel has earned anything yet.');
    expect(describeRevenues()).toBe('No funnel has earned anything yet.');
  });
});

describe('describeUnsold', () => {
  it('says where the most leads have no buyer', () => {
    const states = [
      { state: 'OH', expired: 0, waiting: 1 },
      { state: 'TX', expired: 3, waiting: 1 },
    ] as const;
    expect(describeUnsold(states, null)).toBe(
      '5 leads have no buyer (3 expired, 2 waiting), most of them in Texas: 4.',
    );
    expect(describeUnsold(states.slice(0, 1), 'MYGA')).toBe(
      '1 MYGA lead has no buyer (0 expired, 1 waiting), in Ohio.',
    );
  });

  it('says that every lead has one', () => {
    expect(describeUnsold([], null)).toBe('No lead is without a buyer.');
    expect(describeUnsold([], 'Fixed')).toBe('No Fixed lead is without a buyer.');
  });
});
