import { describe, expect, it } from '@jest/globals';
import { compareWebhooks, findDuplicateIntents } from './check.js';

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

const webhook = (eventId: string, state: string) => ({ eventId, state, attempts: 2 });

describe('compareWebhooks', () => {
  it('accepts events that were acknowledged and stored, and events that are never sent', () => {
    expect(compareWebhooks([webhook('a', 'delivered'), webhook('b', 'skipped')], new Set(['a']))).toEqual([]);
  });

  it('reports events that never arrived', () => {
    const webhooks = [webhook('a', 'pending'), webhook('b', 'failed'), webhook('c', 'delivered')];
    expect(compareWebhooks(webhooks, new Set(['a', 'b']))).toEqual([
      { event: 'a', fault: 'not acknowledged after 2 attempts' },
      { event: 'b', fault: 'not acknowledged after 2 attempts' },
      { event: 'c', fault: 'acknowledged, but not stored' },
    ]);
  });
});
