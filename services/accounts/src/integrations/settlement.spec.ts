import { integrationStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { maySettle } from './settlement.js';

describe('an integration request', () => {
  it('is settled once, one way or the other', () => {
    const ways = integrationStates.flatMap((from) =>
      (['completed', 'declined'] as const).filter((to) => maySettle(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(ways).toEqual(['pending → completed', 'pending → declined']);
  });
});
