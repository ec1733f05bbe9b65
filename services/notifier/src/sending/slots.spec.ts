import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  it('runs no more at once than there are, and the others in order', async () => {
    const slots = new Slots(2);
    const begun: number[] = [];
    const finish: (() => void)[] = [];
    const all = [1, 2, 3, 4].map((name) =>
      slots.use(() => {
        begun.push(name);
        return new Promise<void>((resolve) => finish.push(resolve));
      }),
    );
    await turn();
    expect(begun).toEqual([1, 2]);
    finish[0]!();
    await turn();
    expect(begun).toEqual([1, 2, 3]);
    finish[1]!();
    await turn();
    expect(begun).toEqual([1, 2, 3, 4]);
    finish[2]!();
    finish[3]!();
    await Promise.all(all);
  });

  it('gives a slot back after a failure', async () => {
    const slots = new Slots(1);
    await expect(slots.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.use(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
