import { describe, expect, it } from '@jest/globals';
import { queueNames } from '@desk/contracts';
import fc from 'fast-check';
import { backoffDelay, queueSettings } from './worker-config.js';

const settings = { ...queueSettings['billing.events'], backoff: 100, maxBackoff: 10_000 };

describe('backoffDelay', () => {
  it('doubles with each attempt', () => {
    const full = [1, 2, 3, 4].map((made) => backoffDelay(settings, made, () => 1));
    expect(full).toEqual([100, 200, 400, 800]);
  });

  it('stays between half and all of the doubled pause, capped', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (made, random) => {
          const full = Math.min(10_000, 100 * 2 ** Math.max(0, made - 1));
          const delay = backoffDelay(settings, made, () => random);
          expect(Number.isInteger(delay)).toBe(true);
          expect(delay).toBeGreaterThanOrEqual(full / 2);
          expect(delay).toBeLessThanOrEqual(full);
        },
      ),
    );
  });
});

describe('queueSettings', () => {
  it.each(queueNames)(
    '%s survives more lost processes than attempts and renews its lock in time',
    (queue) => {
      const { lockDuration, maxStalledCount, attempts, stalledInterval } = queueSettings[queue];
      expect(maxStalledCount).toBeGreaterThanOrEqual(2);
      expect(attempts).toBeGreaterThan(1);
      expect(stalledInterval).toBeLessThan(lockDuration);
    },
  );

  it.each(queueNames.filter((queue) => queue.endsWith('.events')))(
    '%s keeps no finished job, which would block its own id',
    (queue) => {
      expect(queueSettings[queue]).toMatchObject({ keepCompletedSeconds: 0, keepFailedSeconds: 0 });
    },
  );
});
