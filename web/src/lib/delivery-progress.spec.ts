import { describe, expect, it } from '@jest/globals';
import { deliveryPollInterval } from './delivery-progress';

const now = Date.parse('2026-01-05T14:00:00.000Z');
const queued = (dueInSeconds: number) => ({
  status: 'queued',
  nextAttemptAt: new Date(now + dueInSeconds * 1_000).toISOString(),
});

describe('deliveryPollInterval', () => {
  it.each([
    ['a delivery that is due', queued(0), 2_000],
    ['a delivery that is due in a moment', queued(29), 2_000],
    ['a delivery that is late', queued(-59), 2_000],
    ['a delivery that waits for its next attempt', queued(31), false],
    ['a delivery that nobody sends', queued(-61), false],
    ['a delivery that was sent', { status: 'sent', nextAttemptAt: null }, false],
  ] as const)('polls for what is being sent: %s', (_what, delivery, interval) => {
    expect(deliveryPollInterval([{ status: 'failed', nextAttemptAt: null }, delivery], now)).toBe(interval);
  });

  it('does not poll before anything is known', () => {
    expect(deliveryPollInterval(undefined, now)).toBe(false);
  });
});
