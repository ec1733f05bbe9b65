import { describe, expect, it } from '@jest/globals';
import { findDuplicateIntents } from './check.js';

const intent = (id: string, offer_id: string, status: string) => ({ id, status, metadata: { offer_id } });

describe('findDuplicateIntents', () => {
  it('returns offers with more than one intent that is not canceled', () => {
    expect(
      findDuplicateIntents([
        intent('a', 'offer 1', 'succeeded'),
        intent('b', 'offer 1', 'requires_confirmation'),
        intent('c', 'offer 2', 'succeeded'),
        intent('d', 'offer 2', 'canceled'),
      ]),
    ).toEqual([{ offer: 'offer 1', intents: ['a succeeded', 'b requires_confirmation'] }]);
  });
});
