import { setImmediate } from 'node:timers/promises';
import { RedisLink } from '@desk/bullmq-transport';
import { createTestRedis } from '@desk/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { CallNotSent, CallPacer } from '../src/provider/call-pacer.js';

const links: RedisLink[] = [];
afterEach(() => links.splice(0).forEach((link) => link.close()));

async function createPacer(redis = createTestRedis(), callsPerSecond = 3): Promise<CallPacer> {
  const link = await RedisLink.connect(redis);
  links.push(link);
  const pacer = new CallPacer(link, { STRIPE_CALLS_PER_SECOND: callsPerSecond });
  // The first calls wait for no connection, so let it open.
  while (!isConnected(pacer)) await setImmediate();
  return pacer;
}
const isConnected = (pacer: CallPacer): boolean => {
  const { client } = (pacer as unknown as { limiter: { client: { status: string } } }).limiter;
  return client.status === 'ready';
};

describe('CallPacer', () => {
  it('shares the limit between copies', async () => {
    const redis = createTestRedis();
    const [one, two] = [await createPacer(redis), await createPacer(redis)];
    const calls = await Promise.all(
      Array.from({ length: 9 }, (_value, index) => (index % 2 === 0 ? one : two).wait('POST /v1/x')),
    );
    // A call returns its position within its second: there is no fourth, and no third without a second.
    const count = (position: number): number => calls.filter((call) => call === position).length;
    expect(count(1) + count(2) + count(3)).toBe(9);
    expect(count(2)).toBeLessThanOrEqual(count(1));
    expect(count(3)).toBeLessThanOrEqual(count(2));
  });

  it('limits endpoints independently', async () => {
    const pacer = await createPacer();
    const calls = ['a', 'b', 'c', 'd'].map((endpoint) => pacer.wait(endpoint));
    await expect(Promise.all(calls)).resolves.toEqual([1, 1, 1, 1]);
  });

  it('does not send a call that would wait for too long', async () => {
    const pacer = await createPacer(undefined, 1);
    const calls = await Promise.allSettled(Array.from({ length: 12 }, () => pacer.wait('x')));
    const refused = calls.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const call of refused) expect((call as PromiseRejectedResult).reason).toBeInstanceOf(CallNotSent);
  });

  it('stops all copies after the provider reported too many calls', async () => {
    const redis = createTestRedis();
    const [one, two] = [await createPacer(redis), await createPacer(redis)];
    await one.backOff('x');
    // Not the first call of the blocked second, but of the next.
    await expect(two.wait('x')).resolves.toBe(1);
  });

  it('paces each copy alone while Redis is down', async () => {
    const pacer = await createPacer(undefined, 8);
    links.splice(0).forEach((link) => link.close());
    const calls = await Promise.all(Array.from({ length: 4 }, () => pacer.wait('x')));
    expect(calls.toSorted()).toEqual([1, 1, 2, 2]);
  });
});
