import { describe, expect, it } from '@jest/globals';
import {
  type FunnelCounts,
  type PlaceCounts,
  rateQuality,
  sortFunnels,
  sortUnsold,
  sumDays,
  sumUnsoldByState,
  toShare,
} from './counts';

const noLeads = { accepted: 0, sold: 0, expired: 0, refunded: 0, revenueCents: 0 };
const noDay = { ...noLeads, duplicates: 0, refused: 0, delivered: 0, deliveredInTime: 0 };

const toFunnel = (name: string, counts: Partial<FunnelCounts> = {}): FunnelCounts => ({
  ...noLeads,
  funnelId: `00000000-0000-4000-8000-00000000000${name.length}`,
  name,
  mode: 'live',
  duplicates: 0,
  refused: 0,
  contacted: 0,
  appointment: 0,
  won: 0,
  lost: 0,
  ...counts,
});

const toPlace = (
  state: PlaceCounts['state'],
  leadType: PlaceCounts['leadType'],
  expired: number,
  waiting: number,
): PlaceCounts => ({ ...noLeads, state, leadType, expired, waiting });

it('toShare has no share of nothing', () => {
  expect(toShare(1, 4)).toBe(0.25);
  expect(toShare(0, 4)).toBe(0);
  expect(toShare(0, 0)).toBeNull();
});

it('sumDays adds up every count', () => {
  expect(sumDays([])).toEqual(noDay);
  expect(
    sumDays([
      { day: '2026-11-23', ...noDay, accepted: 3, sold: 2, revenueCents: 8_000, delivered: 2 },
      { day: '2026-11-24', ...noDay, accepted: 1, expired: 1, refused: 4, deliveredInTime: 1 },
    ]),
  ).toEqual({
    ...noDay,
    accepted: 4,
    sold: 2,
    expired: 1,
    revenueCents: 8_000,
    refused: 4,
    delivered: 2,
    deliveredInTime: 1,
  });
});

it('sortFunnels begins with the most revenue, then the most leads', () => {
  const funnels = [
    toFunnel('Many', { accepted: 9 }),
    toFunnel('A'),
    toFunnel('Earns', { revenueCents: 8_000 }),
    toFunnel('B'),
  ];
  expect(sortFunnels(funnels).map(({ name }) => name)).toEqual(['Earns', 'Many', 'A', 'B']);
});

it('rateQuality counts only leads to which agents gave a status', () => {
  expect(rateQuality(toFunnel('A', { sold: 9, contacted: 1, appointment: 1, won: 1, lost: 1 }))).toEqual({
    wonShare: 0.25,
    sample: 4,
  });
  expect(rateQuality(toFunnel('A', { sold: 9 }))).toEqual({ wonShare: null, sample: 0 });
});

describe('leads that nobody bought', () => {
  const places = [
    toPlace('TX', 'MYGA', 2, 0),
    toPlace('TX', 'Fixed', 1, 2),
    toPlace('OH', 'Fixed', 0, 3),
    toPlace('NY', 'Fixed', 0, 0),
  ];

  it('sortUnsold begins with the place that has the most', () => {
    expect(sortUnsold(places).map(({ state, leadType }) => `${state} ${leadType}`)).toEqual([
      'OH Fixed',
      'TX Fixed',
      'TX MYGA',
    ]);
  });

  it('sumUnsoldByState adds up the types of a state', () => {
    expect(sumUnsoldByState(places)).toEqual([
      { state: 'TX', expired: 3, waiting: 2 },
      { state: 'OH', expired: 0, waiting: 3 },
    ]);
  });
});
