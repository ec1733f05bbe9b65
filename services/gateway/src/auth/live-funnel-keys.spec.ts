import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { LiveFunnelKeys } from './live-funnel-keys.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function keysOf(existing: string[]) {
  const send = jest.fn(() => Promise.resolve({ keyHashes: [...existing] }));
  return { keys: new LiveFunnelKeys({ send }), send };
}

it('reads the keys once for many unknown ones', async () => {
  const { keys, send } = keysOf(['a']);
  const found = Promise.all(['a', 'x', 'y', 'z'].map((key) => keys.includes(key)));
  await jest.advanceTimersByTimeAsync(0);
  expect(await found).toEqual([true, false, false, false]);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await keys.includes('a')).toBe(true);
  expect(send).toHaveBeenCalledTimes(1);
});

it('reads at most ten times a second, and finds a key that was created in between', async () => {
  const existing = ['a'];
  const { keys, send } = keysOf(existing);
  const unknown = keys.includes('x');
  await jest.advanceTimersByTimeAsync(0);
  expect(await unknown).toBe(false);
  const found = keys.includes('new');
  existing.push('new');
  await jest.advanceTimersByTimeAsync(99);
  expect(send).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await found).toBe(true);
  expect(send).toHaveBeenCalledTimes(2);
});

it('reads again after a failure', async () => {
  const { keys, send } = keysOf(['a']);
  send.mockImplementationOnce(() => Promise.reject(new Error('away')));
  const failed = expect(keys.includes('a')).rejects.toThrow('away');
  await jest.advanceTimersByTimeAsync(0);
  await failed;
  const found = keys.includes('a');
  await jest.advanceTimersByTimeAsync(100);
  expect(await found).toBe(true);
});
