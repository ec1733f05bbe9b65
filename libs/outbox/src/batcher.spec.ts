import { AsyncLocalStorage } from 'node:async_hooks';
import { assertCallerWaits, DeadlineExceededError, runWithDeadline } from '@desk/bullmq-transport';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Batcher } from './batcher.js';

let batches: number[][];
let open: (() => void)[];

/** Batches wait until the test lets them end. */
const createHeld = (run: (items: readonly number[]) => readonly string[] = (items) => items.map(String)) =>
  new Batcher<number, string>(async (items) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => open.push(resolve));
    return run(items);
  });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const endOldest = async (): Promise<void> => {
  open.shift()?.();
  await turn();
};
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

beforeEach(() => {
  batches = [];
  open = [];
});
afterEach(() => {
  jest.useRealTimers();
});

it('runs together what comes in one turn, and gathers what comes meanwhile', async () => {
  const batcher = createHeld();
  const first = Promise.all([batcher.add(1), batcher.add(2)]);
  await turn();
  const others = Promise.all(range(3, 6).map((item) => batcher.add(item)));
  await turn();
  expect(batches).toEqual([[1, 2]]);
  await endOldest();
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ]);
  await endOldest();
  expect(await first).toEqual(['1', '2']);
  expect(await others).toEqual(['3', '4', '5', '6']);
});

it('lets others pass a batch that waits', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const batcher = createHeld();
  const stuck = batcher.add(1);
  await turn();
  const others = Promise.all([batcher.add(2), batcher.add(3)]);
  await turn();
  expect(batches).toEqual([[1]]);
  jest.advanceTimersByTime(250);
  expect(batches).toEqual([[1], [2, 3]]);
  const [endStuck] = open.splice(0, 1);
  await endOldest();
  expect(await others).toEqual(['2', '3']);
  endStuck?.();
  expect(await stuck).toBe('1');
});

it('puts no more than 16 items into one batch', async () => {
  const batcher = createHeld();
  const results = Promise.all(range(1, 40).map((item) => batcher.add(item)));
  await turn();
  while (open.length > 0) await endOldest();
  expect(batches.map(({ length }) => length)).toEqual([16, 16, 8]);
  expect(await results).toEqual(range(1, 40).map(String));
});

it('does not commit for a caller who has stopped waiting, but for the others', async () => {
  let isLate = false;
  const committed: number[] = [];
  const batcher = createHeld((items) => {
    assertCallerWaits();
    committed.push(...items);
    return items.map(String);
  });
  const late = runWithDeadline(
    () => isLate,
    () => batcher.add(1),
  );
  const other = batcher.add(2);
  const outcomes = Promise.allSettled([late, other]);
  await turn();
  isLate = true;
  while (open.length > 0) await endOldest();
  expect(await outcomes).toMatchObject([{ reason: new DeadlineExceededError() }, { value: '2' }]);
  expect(committed).toEqual([2]);
});

describe('a batch that fails', () => {
  it('is tried item by item, so that only the item at fault fails', async () => {
    const batcher = createHeld((items) => {
      if (items.includes(4)) throw new Error('4 is at fault');
      return items.map(String);
    });
    const results = Promise.allSettled(range(1, 5).map((item) => batcher.add(item)));
    await turn();
    while (open.length > 0) await endOldest();
    expect(batches).toEqual([[1, 2, 3, 4, 5], [1], [2], [3], [4], [5]]);
    expect(await results).toMatchObject([
      ...[1, 2, 3].map((item) => ({ value: String(item) })),
      { reason: new Error('4 is at fault') },
      { value: '5' },
    ]);
  });

  it('holds up nothing behind it', async () => {
    const batcher = new Batcher<number, number>((items) =>
      items.includes(1) ? Promise.reject(new Error('down')) : Promise.resolve(items),
    );
    await expect(batcher.add(1)).rejects.toThrow('down');
    expect(await batcher.add(2)).toBe(2);
  });
});

it('runs outside the contexts of its callers', async () => {
  const caller = new AsyncLocalStorage<string>();
  const batcher = new Batcher<string, string | undefined>((items) =>
    Promise.resolve(items.map(() => caller.getStore())),
  );
  const results = await Promise.all(['a', 'b', 'c'].map((name) => caller.run(name, () => batcher.add(name))));
  expect(results).toEqual([undefined, undefined, undefined]);
});
