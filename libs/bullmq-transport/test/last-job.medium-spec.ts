import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sendDelivery } from '@desk/contracts';
import { createTestRedis, eventually, type TestRedis } from '@desk/testing';
import { Redis } from 'ioredis';
import type { Transport } from '@desk/bullmq-transport';
import { connect, type Handlers, publishEvent, recorded, serve } from './harness.js';

const QUEUE = 'notifier.events';
const payload = recorded(sendDelivery).payload;
let redis: TestRedis;
let transport: Transport;
let monitor: Redis;
/** Commands about the queue that clients sent, without those of scripts. */
let requests: string[];

beforeEach(async () => {
  redis = createTestRedis();
  transport = await connect(redis);
  requests = [];
  const connection = new Redis(redis.url);
  monitor = await connection.monitor();
  connection.disconnect();
  monitor.on('monitor', (_time: string, [command = '', ...args]: string[], source: string) => {
    const isOfQueue = args.some((arg) => arg.startsWith(transport.redis.queuePrefix(QUEUE)));
    const isStalledCheck = args.some((arg) => arg.endsWith(':stalled-check'));
    if (source !== 'lua' && isOfQueue && !isStalledCheck) requests.push(command.toLowerCase());
  });
});
afterEach(async () => {
  monitor.disconnect();
  await transport.close();
});

const startNotifier = (handle: Handlers[string]) =>
  serve(transport, 'notifier', { handlers: { [sendDelivery.name]: handle } });
const isEmpty = async (): Promise<boolean> => (await transport.publisher.depth(QUEUE)) === 0;

describe('a worker', () => {
  it('needs four requests for a job that arrives alone: add, fetch, wait for the next one, finish', async () => {
    const { app } = await startNotifier(() => undefined);
    const handle = async (key: string): Promise<void> => {
      await publishEvent(transport, 'notifier', sendDelivery, payload, key);
      const job = `${transport.redis.queuePrefix(QUEUE)}:${QUEUE}:${sendDelivery.name}~${key}`;
      await eventually(async () => (await transport.redis.commands.exists(job)) === 0);
    };
    // The first ones load the scripts.
    await handle('first');
    await handle('second');
    requests = [];
    await handle('third');
    const sent = requests.filter((command) => command !== 'exists');
    await app.close();
    expect(sent.toSorted()).toEqual(['bzpopmin', 'evalsha', 'evalsha', 'evalsha']);
  });

  it('handles jobs that wait together at the same time, and those that arrive meanwhile', async () => {
    let running = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const publish = (): Promise<void> => publishEvent(transport, 'notifier', sendDelivery, payload);
    await Promise.all(Array.from({ length: 5 }, publish));
    const { app } = await startNotifier(async () => {
      running += 1;
      await released;
    });
    await eventually(() => running === 5);
    await publish();
    await eventually(() => running === 6);
    release();
    await eventually(isEmpty);
    await app.close();
  });

  it('retries a failed job when it is due, though others arrive meanwhile', async () => {
    const ids: string[] = [];
    const { app } = await startNotifier((_payload, { id }) => {
      ids.push(id);
      if (id.endsWith('~failing') && ids.filter((handled) => handled === id).length <= 3)
        throw new Error('not yet');
    });
    await publishEvent(transport, 'notifier', sendDelivery, payload, 'failing');
    for (let count = 0; count < 10; count += 1) {
      await publishEvent(transport, 'notifier', sendDelivery, payload);
      await eventually(() => ids.filter((id) => !id.endsWith('~failing')).length === count + 1);
    }
    // Its pauses add up to at most 0.7 s. A worker that forgot it would look again after 5 s only.
    await eventually(isEmpty, { timeoutMs: 3_000 });
    expect(ids.filter((id) => id.endsWith('~failing'))).toHaveLength(4);
    await app.close();
  });
});
