import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('ConcurrencyLimit', () => {
  it('runs at most the given number of tasks at once and the others in order', async () => {
    const limit = new ConcurrencyLimit(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const all = [1, 2, 3, 4].map((task) =>
      limit.run(() => {
        started.push(task);
        return new Promise<void>((resolve) => finish.push(resolve));
      }),
    );
    await nextTurn();
    expect(started).toEqual([1, 2]);
    finish[0]!();
    await nextTurn();
    expect(started).toEqual([1, 2, 3]);
    finish[1]!();
    await nextTurn();
    expect(started).toEqual([1, 2, 3, 4]);
    finish[2]!();
    finish[3]!();
    await Promise.all(all);
  });

  it('starts the next task after a failure', async () => {
    const limit = new ConcurrencyLimit(1);
    await expect(limit.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(limit.run(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
