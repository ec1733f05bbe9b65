import { describe, expect, it } from '@jest/globals';
import {
  type CampaignCounts,
  type Delay,
  findDelay,
  type MarketReport,
  type MoneyReport,
  nameCampaign,
  pickMostOpen,
  type PlaceCounts,
  rateQuality,
  sortByRevenue,
  sortPlaces,
  sumByState,
  sumDays,
  sumMoney,
  toShare,
} from './counts';

const noLeads = { accepted: 0, sold: 0, expired: 0, refunded: 0, revenueCents: 0 };
const noDay = { ...noLeads, duplicates: 0, refused: 0, delivered: 0, deliveredInTime: 0, delays: [] };

it('toShare returns null if the whole is 0', () => {
  expect(toShare(1, 4)).toBe(0.25);
  expect(toShare(0, 4)).toBe(0);
  expect(toShare(0, 0)).toBeNull();
});

it('sumDays adds up every count, and the delays from the shortest to the longest', () => {
  expect(sumDays([])).toEqual(noDay);
  const days: MarketReport['days'] = [
    {
      day: '2026-11-23',
      ...noDay,
      accepted: 3,
      sold: 2,
      revenueCents: 8_000,
      delivered: 3,
      delays: [
        { upToMs: 300, leads: 1 },
        { upToMs: 1_500, leads: 1 },
        { upToMs: null, leads: 1 },
      ],
    },
    {
      day: '2026-11-24',
      ...noDay,
      accepted: 1,
      expired: 1,
      refused: 4,
      deliveredInTime: 1,
      delays: [
        { upToMs: 100, leads: 2 },
        { upToMs: 1_500, leads: 4 },
      ],
    },
  ];
  expect(sumDays(days)).toEqual({
    ...noDay,
    accepted: 4,
    sold: 2,
    expired: 1,
    revenueCents: 8_000,
    refused: 4,
    delivered: 3,
    deliveredInTime: 1,
    delays: [
      { upToMs: 100, leads: 2 },
      { upToMs: 300, leads: 1 },
      { upToMs: 1_500, leads: 5 },
      { upToMs: Infinity, leads: 1 },
    ],
  });
});

describe('findDelay', () => {
  const delays = (...counts: [upToMs: number, leads: number][]): Delay[] =>
    counts.map(([upToMs, leads]) => ({ upToMs, leads }));

  it('returns the time within which this percentage was delivered', () => {
    const some = delays([100, 50], [300, 45], [1_500, 5]);
    expect([1, 50, 51, 95, 96, 100].map((percent) => findDelay(some, percent))).toEqual([
      ...[100, 100, 300],
      ...[300, 1_500, 1_500],
    ]);
    expect(findDelay(delays([300, 1], [600, 1]), 50)).toBe(300);
    expect(findDelay(delays([300, 1]), 95)).toBe(300);
  });

  it('is infinite if that took longer than a day, and null without deliveries', () => {
    expect(findDelay(delays([300, 18], [Infinity, 2]), 50)).toBe(300);
    expect(findDelay(delays([300, 18], [Infinity, 2]), 95)).toBe(Infinity);
    expect(findDelay([], 50)).toBeNull();
  });
});

it('sortByRevenue begins with the most revenue, then the most leads', () => {
  const earners = [
    { name: 'Many', revenueCents: 0, accepted: 9 },
    { name: 'A', revenueCents: 0, accepted: 0 },
    { name: 'Earns', revenueCents: 8_000, accepted: 1 },
    { name: 'B', revenueCents: 0, accepted: 0 },
  ];
  expect(sortByRevenue(earners).map(({ name }) => name)).toEqual(['Earns', 'Many', 'A', 'B']);
});

it('nameCampaign names what is known of a campaign', () => {
  const names = [
    { source: 'google', campaign: 'retire-early' },
    { source: '', campaign: 'retire-early' },
    { source: 'google', campaign: '' },
    { source: '', campaign: '' },
  ].map(nameCampaign);
  expect(names).toEqual([
    'retire-early (google)',
    'retire-early',
    'google, no campaign',
    'Without a campaign',
  ]);
});

it('rateQuality counts only leads to which agents gave a status', () => {
  const statuses = (counts: Partial<CampaignCounts>) => ({
    contacted: 0,
    appointment: 0,
    won: 0,
    lost: 0,
    ...counts,
  });
  expect(rateQuality(statuses({ contacted: 1, appointment: 1, won: 1, lost: 1 }))).toEqual({
    wonShare: 0.25,
    sample: 4,
  });
  expect(rateQuality(statuses({}))).toEqual({ wonShare: null, sample: 0 });
});

describe('places', () => {
  const toPlace = (
    state: PlaceCounts['state'],
    leadType: PlaceCounts['leadType'],
    counts: Partial<PlaceCounts>,
  ): PlaceCounts => ({ ...noLeads, agents: 0, openSlots: 0, state, leadType, ...counts });
  const places = [
    toPlace('TX', 'MYGA', { accepted: 3, sold: 1, expired: 2, agents: 2, openSlots: 9 }),
    toPlace('TX', 'Fixed', { accepted: 4, sold: 1, expired: 1, agents: 3, openSlots: 5 }),
    toPlace('OH', 'Fixed', { accepted: 3 }),
    toPlace('NY', 'Fixed', { accepted: 2, sold: 2, agents: 1, openSlots: 9 }),
    toPlace('NV', 'Fixed', { agents: 1, openSlots: 4 }),
  ];
  const sortBy = (measure: 'unsold' | 'open') =>
    sortPlaces(places, measure).map(({ state, leadType }) => `${state} ${leadType}`);

  it('sortPlaces begins with the most leads without a buyer, expired or waiting', () => {
    expect(sortBy('unsold')).toEqual(['OH Fixed', 'TX Fixed', 'TX MYGA']);
  });

  it('sortPlaces begins with the most open capacity', () => {
    expect(sortBy('open')).toEqual(['NY Fixed', 'TX MYGA', 'TX Fixed', 'NV Fixed']);
  });

  it('sumByState adds up leads, but not agents, who buy several types', () => {
    expect(sumByState(places)).toEqual([
      { state: 'TX', accepted: 7, sold: 2, expired: 3, agents: 3 },
      { state: 'OH', accepted: 3, sold: 0, expired: 0, agents: 0 },
      { state: 'NY', accepted: 2, sold: 2, expired: 0, agents: 1 },
      { state: 'NV', accepted: 0, sold: 0, expired: 0, agents: 1 },
    ]);
  });

  it('pickMostOpen returns the type with the most open slots of each state that has any', () => {
    const picked = pickMostOpen(places).map(({ state, leadType }) => `${state} ${leadType}`);
    expect(picked).toEqual(['NY Fixed', 'TX MYGA', 'NV Fixed']);
  });
});

it('sumMoney adds up each kind of money, with null fees until one is reported', () => {
  const toDay = (feesCents: number | null): MoneyReport['days'][number] => ({
    day: '2026-11-23',
    charges: 2,
    chargesCents: 16_000,
    refunds: 1,
    refundsCents: 8_000,
    disputes: 0,
    disputesCents: -8_000,
    feesCents,
    netCents: 16_000 - (feesCents ?? 0),
  });
  const sum = { chargesCents: 32_000, refundsCents: 16_000, disputesCents: -16_000 };
  expect(sumMoney([toDay(null), toDay(262)])).toEqual({ ...sum, feesCents: 262, netCents: 31_738 });
  expect(sumMoney([toDay(null), toDay(null)])).toEqual({ ...sum, feesCents: null, netCents: 32_000 });
  expect(sumMoney([])).toMatchObject({ chargesCents: 0, feesCents: null, netCents: 0 });
});
