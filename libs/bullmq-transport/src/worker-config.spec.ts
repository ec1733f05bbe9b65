import { describe, expect, it } from '@jest/globals';
import { queueNames } from '@desk/contracts';
import { queueSettings } from './worker-config.js';

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
