import { describe, expect, it } from '@jest/globals';
import { planPosts } from './posting/plan.js';
import type { Progress, Row } from './row.js';
import { summarize, summaryText } from './summary.js';

const [first, second, third] = planPosts('s', 3, 2026);
const progress: Progress = {
  leadId: 'l1',
  status: 'sold',
  soldAt: new Date(1_050),
  buyer: 'Grace Hill',
  purchase: 'succeeded',
  amount: '80.00',
  declines: 1,
  delivery: 'sent',
  sentAt: new Date(1_080),
  canBeTaken: false,
};
const delivered: Row = {
  post: first!,
  postedAt: 1_000,
  answeredAt: 1_020,
  outcome: { result: 'accepted', leadId: 'l1', fields: [] },
  progress,
  finalState: 'delivered',
};

describe('summarize', () => {
  it('counts sales by buyer and measures each step', () => {
    const invalid: Row = {
      post: second!,
      postedAt: 1,
      answeredAt: 2,
      outcome: { result: 'invalid', fields: ['zip'] },
    };
    const summary = summarize([delivered, invalid]);
    expect(summary).toMatchObject({
      posted: 2,
      outcomes: { accepted: 1, invalid: 1 },
      invalidByField: { zip: 1 },
      sold: 1,
      declinedCharges: 1,
      revenueCents: 8_000,
      byBuyer: { 'Grace Hill': 1 },
      unaccounted: [],
    });
    expect(summary.times.accepted?.p50).toBe(20);
    expect(summary.times.sold?.p50).toBe(50);
    expect(summary.times.delivered?.p50).toBe(80);
    expect(summaryText(summary, 's')).toContain('every lead accounted for');
  });

  it('counts a lead once if it was posted twice', () => {
    const replayed: Row = {
      ...delivered,
      post: second!,
      outcome: { ...delivered.outcome!, result: 'replayed' },
    };
    expect(summarize([delivered, replayed])).toMatchObject({ sold: 1, revenueCents: 8_000, delivered: 1 });
  });

  it('lists every lead that is not accounted for, with the reason', () => {
    const { finalState: _finalState, ...open } = delivered;
    const stuck: Row = { ...open, progress: { ...progress, delivery: 'queued' } };
    const lost: Row = {
      post: second!,
      postedAt: 1,
      outcome: { result: 'unanswered', fields: [], reason: 'reset' },
    };
    const summary = summarize([stuck, lost, { post: third! }]);
    expect(summary.unaccounted).toEqual([
      { number: 1, reason: 'lead l1: sold, purchase succeeded, delivery queued' },
      { number: 2, reason: 'no answer (reset)' },
      { number: 3, reason: 'not posted' },
    ]);
    expect(summaryText(summary, 's')).toContain('✗ 3 not accounted for');
  });
});
