import { expect, it } from '@jest/globals';
import { assertCallerWaits, DeadlineExceededError, runWithDeadline } from './deadline-scope.js';

it('refuses to commit once the caller no longer waits', async () => {
  let isExceeded = false;
  const work = runWithDeadline(
    () => isExceeded,
    async () => {
      assertCallerWaits();
      isExceeded = true;
      await Promise.resolve();
      assertCallerWaits();
    },
  );
  await expect(work).rejects.toBeInstanceOf(DeadlineExceededError);
});

it('binds neither other work nor what outlives the handler', async () => {
  expect(assertCallerWaits).not.toThrow();
  let later: Promise<void> | undefined;
  await runWithDeadline(
    () => true,
    () => {
      later = new Promise<void>((resolve) => setImmediate(resolve)).then(assertCallerWaits);
      return Promise.resolve();
    },
  );
  await expect(later).resolves.toBeUndefined();
});
