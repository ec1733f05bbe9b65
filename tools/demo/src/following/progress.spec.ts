import { describe, expect, it } from '@jest/globals';
import { endOf, type Progress } from './progress.js';

const lead = (change: Partial<Progress>): Progress => ({
  leadId: 'l',
  status: 'available',
  soldAt: null,
  buyer: null,
  purchase: null,
  amount: null,
  declines: 0,
  delivery: null,
  sentAt: null,
  hasTaker: false,
  ...change,
});
const sold = { status: 'sold', purchase: 'succeeded' } as const;

describe('the end of a lead', () => {
  it.each([
    ['sold and sent', { ...sold, delivery: 'sent' }, 0, 'delivered'],
    ['sold and not yet sent', { ...sold, delivery: 'queued' }, 60_000, undefined],
    ['sold and reaching nobody', { ...sold, delivery: 'failed' }, 60_000, undefined],
    [
      'sold, reaching nobody and paid back',
      { ...sold, purchase: 'refunded', delivery: 'failed' },
      0,
      'refunded',
    ],
    ['reserved', { status: 'reserved' }, 60_000, undefined],
    ['available, just now', {}, 100, undefined],
    ['available, and nobody takes it', {}, 2_000, 'waiting'],
    ['available, and somebody could take it', { hasTaker: true }, 60_000, undefined],
    ['too old', { status: 'expired' }, 0, 'expired'],
  ] as const)('%s', (_what, change, since, end) => {
    expect(endOf(lead(change), since)).toBe(end);
  });
});
