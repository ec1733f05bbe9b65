import { describe, expect, it } from '@jest/globals';
import { compareWebhooks } from './check.js';

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
