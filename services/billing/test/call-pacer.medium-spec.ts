import { randomUUID } from 'node:crypto';
import { RedisLink } from '@desk/bullmq-transport';
import { createTestRedis, eventually } from '@desk/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CallNotSent, CallPacer } from '../src/provider/call-pacer.js';

const links: RedisLink[] = [];
afterEach(() => links.splice(0).forEach((link) => link.close()));

async function createPacer(redis = createTestRedis(), callsPerSecond = 3): Promise<CallPacer> {
  const link = await RedisLink.connect(redis);
  links.push(link);
  // On a busy machine, Redis would answer too late, and each copy would pace alone.
  const open = link.openWithTimeout.bind(link);
  jest.spyOn(link, 'openWithTimeout').mockImplementation(() => open(60_000));
  const pacer = new CallPacer(link, { STRIPE_CALLS_PER_SECOND: callsPerSecond });
  // The first calls wait for no connection, so let it open.
  await eventually(() => isConnected(pacer));
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
    // A call returns its position within its second, which has two calls unless the machine is slow.
    await eventually(async () => {
      const endpoint = randomUUID();
      return (await one.wait(endpoint)) === 1 && (await two.wait(endpoint)) === 2;
    });
    const calls = await Promise.all([one, two, one, two].map((pacer) => pacer.wait('POST /v1/x')));
    expect(Math.max(...calls)).toBeLessThanOrEqual(3);
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
    await expect(one.wait('x')).resolves.toBe(1);
    await one.backOff('x');
    // The first call of the next second, not the second one of this.
    await expect(two.wait('x')).resolves.toBe(1);
  });

  it('paces each copy alone while Redis is down', async () => {
    const pacer = await createPacer(undefined, 8);
    links.splice(0).forEach((link) => link.close());
    const calls = await Promise.all(Array.from({ length: 4 }, () => pacer.wait('x')));
    expect(Math.max(...calls)).toBe(2);
  });
});
