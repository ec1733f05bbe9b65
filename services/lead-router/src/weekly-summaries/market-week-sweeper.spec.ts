import { expect, it } from '@jest/globals';
import { summarizeMarket } from './market-week-sweeper.js';

type Week = Parameters<typeof summarizeMarket>[1];

const noLeads = { accepted: 0, sold: 0, expired: 0, refunded: 0, revenueCents: 0 };
const noPosts = { ...noLeads, duplicates: 0, refused: 0 };
const toDay = (counts: Partial<Week['days'][number]>): Week['days'][number] => ({
  day: '2026-01-05',
  ...noPosts,
  delivered: 0,
  deliveredInTime: 0,
  delays: [],
  ...counts,
});
const toFunnel = (name: string, revenueCents: number): Week['funnels'][number] => ({
  ...noPosts,
  funnelId: '00000000-0000-4000-8000-000000000001',
  name,
  mode: 'live',
  contacted: 0,
  appointment: 0,
  won: 0,
  lost: 0,
  revenueCents,
});
const toPlace = (
  state: Week['places'][number]['state'],
  leadType: Week['places'][number]['leadType'],
  accepted: number,
  sold: number,
): Week['places'][number] => ({ ...noLeads, state, leadType, accepted, sold, agents: 0, openSlots: 0 });
const noWeek: Week = { days: [], funnels: [], places: [] };

it('adds up the days of both weeks, without duplicates', () => {
  const week = { ...noWeek, days: [toDay({ accepted: 3, sold: 2, duplicates: 9 }), toDay({ accepted: 1 })] };
  const summary = summarizeMarket('2026-01-05', week, { days: [toDay({ refused: 4, refunded: 1 })] });
  const { duplicates: _duplicates, ...nothing } = { ...noPosts, delivered: 0, deliveredInTime: 0 };
  expect(summary).toEqual({
    monday: '2026-01-05',
    week: { ...nothing, accepted: 4, sold: 2 },
    weekBefore: { ...nothing, refused: 4, refunded: 1 },
    funnels: [],
    unsold: [],
  });
});

it('names the three funnels with the most revenue, and the three states with the most unsold leads', () => {
  const summary = summarizeMarket(
    '2026-01-05',
    {
      days: [toDay({ accepted: 1 })],
      funnels: [
        toFunnel('D', 1),
        toFunnel('B', 8_000),
        toFunnel('Free', 0),
        toFunnel('A', 8_000),
        toFunnel('C', 9_000),
      ],
      places: [
        toPlace('TX', 'MYGA', 5, 3),
        toPlace('TX', 'Fixed', 4, 2),
        toPlace('FL', 'MYGA', 3, 0),
        toPlace('NY', 'MYGA', 2, 2),
        toPlace('OH', 'MYGA', 1, 0),
        toPlace('CA', 'MYGA', 1, 0),
      ],
    },
    noWeek,
  );
  expect(summary?.funnels).toEqual([
    { name: 'C', revenueCents: 9_000 },
    { name: 'A', revenueCents: 8_000 },
    { name: 'B', revenueCents: 8_000 },
  ]);
  expect(summary?.unsold).toEqual([
    { state: 'TX', leads: 4 },
    { state: 'FL', leads: 3 },
    { state: 'CA', leads: 1 },
  ]);
});

it('is undefined after two weeks without a post', () => {
  expect(summarizeMarket('2026-01-05', noWeek, { days: [toDay({ sold: 1 })] })).toBeUndefined();
  expect(summarizeMarket('2026-01-05', noWeek, { days: [toDay({ duplicates: 1 })] })).toBeDefined();
});
