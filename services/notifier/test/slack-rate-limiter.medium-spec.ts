import { RedisLink } from '@desk/bullmq-transport';
import { createLogger } from '@desk/service-kit';
import { createTestRedis, eventually } from '@desk/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { SlackRateLimiter } from '../src/channels/slack/slack-rate-limiter.js';

const links: RedisLink[] = [];
afterEach(() => links.splice(0).forEach((link) => link.close()));

/** A pacer of one copy. The copies of one `redis` share it. */
async function createPacer(redis: ReturnType<typeof createTestRedis>): Promise<SlackRateLimiter> {
  const link = await RedisLink.connect(redis);
  links.push(link);
  // On a busy machine, Redis would answer too late, and each copy would pace its own.
  const open = link.openWithTimeout.bind(link);
  jest.spyOn(link, 'openWithTimeout').mockImplementation(() => open(60_000));
  const pacer = new SlackRateLimiter(link, createLogger('notifier', 'silent'));
  // The first messages wait for no connection, so let it open.
  await eventually(() => isConnected(pacer));
  return pacer;
}
const isConnected = (pacer: SlackRateLimiter): boolean =>
  (pacer as unknown as { redis: { status: string } }).redis.status === 'ready';

describe('SlackRateLimiter', () => {
  it('spaces the messages of two copies to one channel, and not those to others', async () => {
    const redis = createTestRedis();
    const [one, two] = [await createPacer(redis), await createPacer(redis)];
    const startedAt = performance.now();
    const waits = await Promise.all(
      Array.from({ length: 6 }, (_value, index) => (index % 2 === 0 ? one : two).reserve('C1', 60_000)),
    );
    const elapsedMs = Math.ceil(performance.now() - startedAt);
    waits.sort((a, b) => a - b);
    waits.forEach((waitMs, index) => {
      expect(waitMs).toBeLessThanOrEqual(index * 1_000);
      expect(waitMs).toBeGreaterThanOrEqual(index * 1_000 - elapsedMs - 1);
    });
    expect(await two.reserve('C2', 0)).toBe(0);
  });

  it('counts no message that would wait too long', async () => {
    const redis = createTestRedis();
    const [one, two] = [await createPacer(redis), await createPacer(redis)];
    await one.hold('C1', 60_000);
    const waits = [await two.reserve('C1', 5_000), await two.reserve('C1', 5_000)];
    for (const waitMs of waits) expect(waitMs).toBeGreaterThan(5_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  });

  it('never shortens a pause that another copy was asked for', async () => {
    const redis = createTestRedis();
    const [one, two] = [await createPacer(redis), await createPacer(redis)];
    await one.hold('C1', 600_000);
    await two.hold('C1', 1);
    expect(await two.reserve('C1', 0)).toBeGreaterThan(60_000);
  });

  it('gives each postponed message a different time', async () => {
    const pacer = await createPacer(createTestRedis());
    const startedAt = performance.now();
    const delays = [2_000, 2_000, 1_500].map((waitMs) => pacer.scheduleRetry('C1', waitMs));
    const elapsedMs = Math.ceil(performance.now() - startedAt);
    delays.forEach((delayMs, index) => {
      expect(delayMs).toBeLessThanOrEqual(2_000 + index * 1_000);
      expect(delayMs).toBeGreaterThanOrEqual(2_000 + index * 1_000 - elapsedMs - 1);
    });
    expect(pacer.scheduleRetry('C2', 1_500)).toBe(1_500);
  });

  it('continues the pace in each copy while Redis is down', async () => {
    const pacer = await createPacer(createTestRedis());
    await pacer.hold('C1', 600_000);
    links.splice(0).forEach((link) => link.close());
    expect(await pacer.reserve('C1', 0)).toBeGreaterThan(60_000);
    expect(await pacer.reserve('C2', 0)).toBe(0);
    expect(await pacer.reserve('C2', 0)).toBeGreaterThan(0);
  });
});
