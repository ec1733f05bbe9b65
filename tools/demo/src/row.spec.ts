import { describe, expect, it } from '@jest/globals';
import { finalStateOf, type Progress } from './row.js';

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
  canBeTaken: false,
  ...change,
});
const sold = { status: 'sold', purchase: 'succeeded' } as const;

describe('finalStateOf', () => {
  it.each([
    ['delivered', 'is sold and sent', { ...sold, delivery: 'sent' }, 0],
    [undefined, 'is sold and not sent yet', { ...sold, delivery: 'queued' }, 60_000],
    [undefined, 'is sold and could not be delivered', { ...sold, delivery: 'failed' }, 60_000],
    [
      'refunded',
      'could not be delivered and was refunded',
      { ...sold, purchase: 'refunded', delivery: 'failed' },
      0,
    ],
    [undefined, 'is reserved', { status: 'reserved' }, 60_000],
    [undefined, 'was posted a moment ago', {}, 100],
    ['waiting', 'nobody can take', {}, 2_000],
    [undefined, 'somebody can take', { canBeTaken: true }, 60_000],
    ['expired', 'is too old', { status: 'expired' }, 0],
  ] as const)('returns %s for a lead that %s', (finalState, _what, change, ageMs) => {
    expect(finalStateOf(lead(change), ageMs)).toBe(finalState);
  });
});
