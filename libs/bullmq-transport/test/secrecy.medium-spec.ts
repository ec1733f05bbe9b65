import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { acceptLead, leadSold, applyTextMessageReport } from '@desk/contracts';
import { createTestRedis, eventually, type TestRedis } from '@desk/testing';
import type { Transport } from '@desk/bullmq-transport';
import type { Redis } from 'ioredis';
import { connect, publishEvent, recorded, serve } from './harness.js';

const canary = 'canary-7f3a@example.com';
const withCanary = <T extends object>(example: T): T => ({
  ...example,
  lead: { ...(example as { lead: object }).lead, fullName: canary, email: canary },
});

/** Every key of this test with all that it holds, as text. */
async function dump(redis: Redis, { prefix }: TestRedis): Promise<string> {
  const keys = await redis.keys(`*${prefix}*`);
  const values = await Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key);
      if (type === 'string') return redis.get(key);
      if (type === 'hash') return redis.hgetall(key);
      if (type === 'list') return redis.lrange(key, 0, -1);
      if (type === 'set') return redis.smembers(key);
      if (type === 'zset') return redis.zrange(key, '0', '-1');
      if (type === 'stream') return redis.xrange(key, '-', '+');
      if (type === 'none') return null; // gone meanwhile
      throw new Error(`a key of type ${type}`);
    }),
  );
  return JSON.stringify([keys, values]);
}
const bare = (text: string): string[] => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString('base64').slice(0, -4),
];

describe('data in Redis', () => {
  let redis: TestRedis;
  let transport: Transport;
  let spy: Redis;
  const overheard: string[] = [];

  beforeEach(async () => {
    redis = createTestRedis();
    transport = await connect(redis);
    spy = transport.redis.openForWorker();
    spy.on('pmessage', (_pattern: string, channel: string, text: string) =>
      overheard.push(`${channel} ${text}`),
    );
    await spy.psubscribe(`${redis.prefix}*`);
  });
  afterEach(async () => {
    spy.disconnect();
    await transport.close();
  });
  const expectSecret = async (proof: string): Promise<void> => {
    const text = await dump(transport.redis.commands, redis);
    expect(text).toContain(proof);
    for (const form of bare(canary)) expect(text).not.toContain(form);
  };

  it('reveals no payload of waiting jobs and no response in transit', async () => {
    // Lead-router starts only after Redis was read.
    const patient = { ...acceptLead, timeoutMs: 60_000 };
    const accepted = transport.client.send(patient, withCanary(recorded(acceptLead).request));
    await publishEvent(transport, 'notifier', leadSold, withCanary(recorded(leadSold).payload), 'waiting');
    await eventually(async () => (await transport.publisher.depth('lead-router.rpc')) === 1);
    await expectSecret(`${leadSold.name}~waiting`);

    const { response } = recorded(acceptLead);
    const router = await serve(transport, 'lead-router', {
      handlers: { [acceptLead.name]: () => ({ ...(response as object), leadId: canary }) },
    });
    await expect(accepted).resolves.toMatchObject({ leadId: canary });
    await eventually(() => overheard.length > 0);
    for (const form of bare(canary)) expect(overheard.join('\n')).not.toContain(form);
    await router.app.close();
  });

  it('reveals nothing of errors, since library messages may quote personal data', async () => {
    const { app, faults } = await serve(transport, 'notifier', {
      handlers: {
        [applyTextMessageReport.name]: () => {
          throw new Error(`550 <${canary}> unknown`);
        },
      },
    });
    await publishEvent(
      transport,
      'notifier',
      applyTextMessageReport,
      recorded(applyTextMessageReport).payload,
      'failing',
    );
    await eventually(() => faults.length >= 2);
    expect(String(faults[0]?.error)).toContain(canary);
    await expectSecret('the handler failed');
    await app.close();
  });
});
