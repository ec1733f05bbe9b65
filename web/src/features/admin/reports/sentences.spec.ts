import { REPORTED_AGENTS_MAX } from '@desk/contracts/leads/market-report.values';
import { describe, expect, it } from '@jest/globals';
import type { AgentCounts, PlaceCounts, StateCounts } from './counts';
import {
  describeAccepted,
  describeAgents,
  describeDelivery,
  describeEarners,
  describeMissingAgents,
  describeMissingTraffic,
  describeMoney,
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
  it('name the day with the most, or the first one in a tie', () => {
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

describe('describeDelivery', () => {
  const describeDelays = (deliveredInTime: number, ...counts: [upToMs: number, leads: number][]) => {
    const delays = counts.map(([upToMs, leads]) => ({ upToMs, leads }));
    const delivered = delays.reduce((sum, { leads }) => sum + leads, 0);
    return describeDelivery({ delivered, deliveredInTime, delays }, 'this month');
  };

  it('says within which times half of the leads and 95% of them were delivered', () => {
    expect(describeDelays(40, [300, 21], [600, 19], [1_500, 2])).toBe(
      'Half of 42 delivered leads accepted this month reached their agents within 300 ms, 95% within 600 ms; 2 took longer than a second.',
    );
    expect(describeDelays(2, [300, 2])).toContain('; none took longer than a second.');
  });

  it('says that one took more than a day, or that none is delivered', () => {
    expect(describeDelays(1, [300, 1], [Infinity, 1])).toContain(
      'within 300 ms, 95% in more than a day; 1 took',
    );
    expect(describeDelays(1, [300, 1])).toBe(
      'The only delivered lead accepted this month reached its agent within 300 ms.',
    );
    expect(describeDelays(0)).toBe('No lead accepted this month is delivered yet.');
  });
});

describe('describeEarners', () => {
  const describeRevenues = (...revenues: number[]) =>
    describeEarners(
      'funnel',
      revenues.map((revenueCents, index) => ({
        name: ['Retire Safe', 'Nest Egg'][index] ?? '',
        revenueCents,
      })),
    );

  it('names the one that earned the most', () => {
    expect(describeRevenues(24_000, 8_000)).toBe('Retire Safe earned the most: $240 of $320.');
    expect(describeRevenues(8_000, 8_000)).toBe('Retire Safe and 1 other earned the most: $80 of $160 each.');
  });

  it('says that one earned all, or that none did', () => {
    expect(describeRevenues(8_000, 0)).toBe('Retire Safe earned all $80.');
    expect(describeRevenues(0, 0)).toBe('No funnel has earned anything yet.');
    expect(describeEarners('campaign', [])).toBe('No campaign has earned anything yet.');
  });

  it('says which ones it compares if some are missing', () => {
    const describeFirstTwo = (...revenues: number[]) =>
      describeEarners(
        'campaign',
        revenues.map((revenueCents) => ({ name: 'Nest Egg', revenueCents })),
        2,
      );
    const scope = 'of the 2 campaigns with the most leads';
    expect(describeFirstTwo(24_000, 8_000)).toBe(`Nest Egg earned the most ${scope}: $240 of $320.`);
    expect(describeFirstTwo(8_000, 0)).toBe(`Nest Egg earned all $80 ${scope}.`);
    expect(describeFirstTwo(0, 0)).toBe(`None ${scope} has earned anything yet.`);
    expect(describeFirstTwo(8_000)).toBe('Nest Egg earned all $80.');
  });
});

describe('describeUnsold', () => {
  const toState = (
    state: StateCounts['state'],
    accepted: number,
    sold: number,
    expired: number,
  ): StateCounts => ({ state, accepted, sold, expired, agents: 0 });

  it('says where the most leads have no buyer', () => {
    const states = [toState('OH', 3, 2, 0), toState('TX', 4, 0, 3), toState('NY', 5, 5, 0)];
    expect(describeUnsold(states, null)).toBe(
      '5 leads have no buyer (3 expired, 2 waiting), most of them in Texas: 4.',
    );
    expect(describeUnsold(states.slice(0, 1), 'MYGA')).toBe(
      '1 MYGA lead has no buyer (0 expired, 1 waiting), in Ohio.',
    );
  });

  it('says that every lead has one', () => {
    expect(describeUnsold([], null)).toBe('No lead is without a buyer.');
    expect(describeUnsold([toState('NY', 5, 5, 0)], 'Fixed')).toBe('No Fixed lead is without a buyer.');
  });
});

describe('sentences on places', () => {
  const toPlace = (
    state: PlaceCounts['state'],
    [accepted, sold, agents, openSlots]: [number, number, number, number],
  ): PlaceCounts => ({
    ...{ state, leadType: 'MYGA', accepted, sold, agents, openSlots },
    ...{ expired: 0, refunded: 0, revenueCents: 0 },
  });

  it('name the place with the most unsold leads where no agent buys', () => {
    const texas = toPlace('TX', [5, 0, 0, 0]);
    expect(describeMissingAgents([texas, toPlace('OH', [9, 0, 1, 3])])).toBe(
      'Agents are missing for MYGA leads in Texas: 5 leads have no buyer, and no agent buys there now.',
    );
    expect(describeMissingAgents([toPlace('OH', [1, 0, 0, 0]), texas])).toContain(
      'Agents are missing in 2 places, most for MYGA leads in Texas: 5 leads have',
    );
    expect(describeMissingAgents([toPlace('OH', [1, 1, 0, 0])])).toBe('');
  });

  it('name the place where open slots exceed the accepted leads most', () => {
    const nevada = toPlace('NV', [0, 0, 2, 25]);
    expect(describeMissingTraffic([nevada, toPlace('OH', [9, 9, 1, 9])], 'this month')).toBe(
      'Traffic is missing for MYGA leads in Nevada: agents may still buy 25 there today, and none was accepted this month.',
    );
    expect(describeMissingTraffic([toPlace('AK', [1, 1, 1, 26]), nevada], 'this month')).toBe(
      'Traffic is missing in 2 places, most for MYGA leads in Alaska: agents may still buy 26 there today, and 1 was accepted this month.',
    );
    expect(describeMissingTraffic([toPlace('TX', [5, 0, 0, 0])], 'this month')).toBe('');
  });
});

describe('describeAgents', () => {
  const toAgent = (lastName: string | null, bought: number, declined = 0): AgentCounts => ({
    buyerId: '00000000-0000-4000-8000-000000000001',
    buyer:
      lastName === null ? null : { id: '00000000-0000-4000-8000-000000000001', firstName: 'Grace', lastName },
    ...{ bought, declined, refunded: 0, won: 0, spentCents: bought * 8_000, allowed: 100 },
  });

  it('names who bought the most, and counts declined charges', () => {
    expect(describeAgents([toAgent('Hill', 30), toAgent('Lee', 12, 2)], 'this month')).toBe(
      '2 agents bought 42 leads this month, Grace Hill the most: 30; 2 charges were declined.',
    );
    expect(describeAgents([toAgent(null, 1), toAgent('Lee', 0, 1)], 'this month')).toBe(
      '1 agent bought 1 lead this month; 1 charge was declined.',
    );
  });

  it('says how many bought the most', () => {
    expect(describeAgents([toAgent('Hill', 2), toAgent('Lee', 2), toAgent('Day', 1)], 'this month')).toBe(
      '3 agents bought 5 leads this month, Grace Hill and 1 other the most: 2 each.',
    );
  });

  it('says that there may be more than the listed agents', () => {
    const listed = (bought: number) =>
      Array.from({ length: REPORTED_AGENTS_MAX }, (_, index) => toAgent('Hill', index === 0 ? 2 : bought));
    expect(describeAgents([...listed(1).slice(0, -1), toAgent('Lee', 1, 1)], 'this month')).toBe(
      '100+ agents bought 101+ leads this month, Grace Hill the most: 2; 1+ charges were declined.',
    );
    expect(describeAgents(listed(2), 'this month')).toContain('Grace Hill and 99+ others the most: 2 each.');
    expect(describeAgents(listed(0), 'this month')).toBe('1 agent bought 2 leads this month.');
  });

  it('says that none bought', () => {
    expect(describeAgents([], 'this month')).toBe('No agent bought a lead this month.');
    expect(describeAgents([toAgent('Lee', 0, 2)], 'this month')).toBe(
      'No agent bought a lead this month; 2 charges were declined.',
    );
  });
});

it('describeMoney says what is left, that fees are not known, or that nothing moved', () => {
  const totals = {
    ...{ charges: 30, chargesCents: 240_000, refunds: 2, refundsCents: 16_000 },
    ...{ disputes: 0, disputesCents: 0, feesCents: 8_000, netCents: 216_000 },
  };
  expect(describeMoney(totals, 'this month')).toBe(
    '$2,160 of $2,400 charged this month is left after refunds, disputes and fees.',
  );
  expect(describeMoney({ ...totals, feesCents: null, netCents: -8_000 }, 'this month')).toBe(
    '-$80 of $2,400 charged this month is left after refunds and disputes, before fees: the card provider has not reported any yet.',
  );
  const nothing = {
    ...{ charges: 0, chargesCents: 0, refunds: 0, refundsCents: 0 },
    ...{ disputes: 0, disputesCents: 0, feesCents: null, netCents: 0 },
  };
  expect(describeMoney(nothing, 'this month')).toBe('No money moved this month.');
});
