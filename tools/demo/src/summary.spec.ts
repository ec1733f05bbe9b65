import { describe, expect, it } from '@jest/globals';
import type { Progress } from './following/progress.js';
import { summaryText } from './output/summary-text.js';
import { planPosts } from './posting/plan.js';
import type { Row } from './row.js';
import { summarise } from './summary.js';

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
  hasTaker: false,
};
const delivered: Row = {
  post: first!,
  postedAt: 1_000,
  answeredAt: 1_020,
  reply: { verdict: 'accepted', leadId: 'l1', fields: [] },
  progress,
  end: 'delivered',
};

describe('the summary', () => {
  it('counts what was sold, to whom, and how long it took', () => {
    const invalid: Row = {
      post: second!,
      postedAt: 1,
      answeredAt: 2,
      reply: { verdict: 'invalid', fields: ['zip'] },
    };
    const summary = summarise([delivered, invalid]);
    expect(summary).toMatchObject({
      posted: 2,
      answers: { accepted: 1, invalid: 1 },
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

  it('does not count a lead twice that was posted twice', () => {
    const again: Row = { ...delivered, post: second!, reply: { ...delivered.reply!, verdict: 'replayed' } };
    expect(summarise([delivered, again])).toMatchObject({ sold: 1, revenueCents: 8_000, delivered: 1 });
  });

  it('names each lead that is not accounted for', () => {
    const { end: _end, ...open } = delivered;
    const stuck: Row = { ...open, progress: { ...progress, delivery: 'queued' } };
    const lost: Row = {
      post: second!,
      postedAt: 1,
      reply: { verdict: 'unanswered', fields: [], reason: 'reset' },
    };
    const summary = summarise([stuck, lost, { post: third! }]);
    expect(summary.unaccounted).toEqual([
      { number: 1, why: 'lead l1: sold, purchase succeeded, delivery queued' },
      { number: 2, why: 'no answer (reset)' },
      { number: 3, why: 'not posted' },
    ]);
    expect(summaryText(summary, 's')).toContain('✗ 3 not accounted for');
  });
});
