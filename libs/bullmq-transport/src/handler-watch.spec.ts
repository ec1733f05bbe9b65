import { expect, it } from '@jest/globals';
import { TimeoutError } from '@desk/timing';
import { HandlerTimeoutError, HandlerWatch } from './handler-watch.js';

it('passes on what a handler returns or throws', async () => {
  const watch = new HandlerWatch();
  await expect(watch.run(60_000, () => Promise.resolve(7))).resolves.toBe(7);
  const inner = new TimeoutError(5);
  await expect(watch.run(60_000, () => Promise.reject(inner))).rejects.toBe(inner);
  expect(watch.longestOverdueMs).toBe(0);
});

it('gives up on a handler that hangs, and counts it as overdue until it ends', async () => {
  let now = 0;
  const watch = new HandlerWatch(() => now);
  let end: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => (end = resolve));
  await expect(watch.run(1, () => hanging)).rejects.toThrow(new HandlerTimeoutError(1));
  now = 500;
  expect(watch.longestOverdueMs).toBe(500);
  end();
  await hanging;
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(watch.longestOverdueMs).toBe(0);
});
