import { describe, expect, it } from '@jest/globals';
import { createSingleRun } from './single-run';

describe('createSingleRun', () => {
  it('ignores calls during a run', async () => {
    const changes: boolean[] = [];
    const run = createSingleRun((isRunning) => changes.push(isRunning));
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let count = 0;
    const task = () => {
      count += 1;
      return promise;
    };
    const first = run(task);
    await run(task);
    expect(count).toBe(1);
    expect(changes).toEqual([true]);
    resolve(undefined);
    await first;
    expect(changes).toEqual([true, false]);
    await run(task);
    expect(count).toBe(2);
  });

  it('runs again after a failure', async () => {
    const run = createSingleRun(() => undefined);
    await expect(run(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    let isRun = false;
    await run(() => {
      isRun = true;
      return Promise.resolve();
    });
    expect(isRun).toBe(true);
  });
});
