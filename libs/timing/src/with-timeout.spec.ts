import { expect, test } from '@jest/globals';
import { TimeoutError, withTimeout } from './with-timeout.js';

const never = new Promise<string>(() => undefined);

test('returns the result of work that finishes in time', async () => {
  await expect(withTimeout(Promise.resolve('done'), 60_000)).resolves.toBe('done');
});

test('passes on the failure of the work', async () => {
  await expect(withTimeout(Promise.reject(new Error('broken')), 60_000)).rejects.toThrow('broken');
});

test('rejects work that takes too long', async () => {
  await expect(withTimeout(never, 1)).rejects.toThrow(new TimeoutError(1));
});

test('ignores a failure after the timeout', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_resolve, reject) => (fail = reject));
  await expect(withTimeout(work, 1)).rejects.toBeInstanceOf(TimeoutError);
  fail(new Error('late'));
  await expect(work).rejects.toThrow('late');
});
