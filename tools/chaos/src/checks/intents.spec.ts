import { describe, expect, it } from '@jest/globals';
import { doubledIntents } from './intents.js';

const intent = (id: string, offer_id: string, status: string) => ({ id, status, metadata: { offer_id } });

describe('intents of one offer', () => {
  it('are doubled when two of them are not cancelled', () => {
    expect(
      doubledIntents([
        intent('a', 'offer 1', 'succeeded'),
        intent('b', 'offer 1', 'requires_confirmation'),
        intent('c', 'offer 2', 'succeeded'),
        intent('d', 'offer 2', 'canceled'),
      ]),
    ).toEqual([{ offer: 'offer 1', intents: ['a succeeded', 'b requires_confirmation'] }]);
  });
});
