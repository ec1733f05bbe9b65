import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { applyTextMessageReport, setService } from '@desk/contracts';
import { createTestRedis, eventually, sealEvent, type TestRedis } from '@desk/testing';
import type { Transport } from '@desk/bullmq-transport';
import { connect, publishEvent, recorded, serve } from './harness.js';
import { type Program, startProgram } from './programs/start-program.js';

const report = recorded(applyTextMessageReport).payload;
let redis: TestRedis;
let transport: Transport;

beforeEach(async () => {
  redis = createTestRedis();
  transport = await connect(redis);
});
afterEach(() => transport.close());

describe('killed processes', () => {
  const started: Program[] = [];
  const worker = (service: string): Program => {
    const program = startProgram(join(import.meta.dirname, 'programs/worker.ts'), {
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      SERVICE: service,
      DEATHS: '2',
    });
    started.push(program);
    return program;
  };
  afterEach(() => started.splice(0).forEach(({ child }) => child.kill('SIGKILL')));
  const count = async (name: string): Promise<number> =>
    Number(await transport.redis.commands.get(`${redis.prefix}${name}`));

  it('do not lose an event when killed twice: a third process finishes it', async () => {
    await publishEvent(transport, 'notifier', applyTextMessageReport, report);
    for (const death of [1, 2]) {
      await expect(worker('notifier').exit).resolves.toEqual({ code: null, signal: 'SIGKILL' });
      expect(await count('runs')).toBe(death);
    }
    await worker('notifier').line('ready');
    await eventually(async () => (await count('finished')) === 1);
    await eventually(async () => (await transport.publisher.depth('notifier.events')) === 0);
    expect(await count('runs')).toBe(3);
  });

  it('do not lose a bundle of events, which are tried one by one from then on', async () => {
    const [first, ...more] = ['a', 'b', 'c'].map((key) =>
      sealEvent('notifier', applyTextMessageReport, report, key),
    );
    if (!first) throw new Error('three events expected');
    await transport.publisher.publish('notifier.events', applyTextMessageReport.name, [{ ...first, more }]);
    const setRuns = (runs: number) => transport.redis.commands.set(`${redis.prefix}runs`, runs);
    await worker('notifier').exit;
    expect(await transport.publisher.depth('notifier.events')).toBe(1);
    await setRuns(0);
    await worker('notifier').exit;
    expect(await transport.publisher.depth('notifier.events')).toBe(3);
    await setRuns(2);
    await worker('notifier').line('ready');
    await eventually(async () => (await count('finished')) >= 3);
    await eventually(async () => (await transport.publisher.depth('notifier.events')) === 0);
  });

  it('do not lose a command whose caller still waits', async () => {
    const answer = transport.client.send({ ...setService, timeoutMs: 240_000 }, recorded(setService).request);
    for (let death = 1; death <= 2; death += 1) await worker('lead-router').exit;
    worker('lead-router');
    await expect(answer).resolves.toEqual(recorded(setService).response);
  });
});

describe('closing a service', () => {
  it('finishes running jobs and leaves the rest to other copies', async () => {
    const startedIds: string[] = [];
    const finished: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { app } = await serve(transport, 'notifier', {
      handlers: {
        [applyTextMessageReport.name]: async (_payload, { id }) => {
          startedIds.push(id);
          await released;
          finished.push(id);
        },
      },
    });
    // One more than it takes at once.
    for (let index = 0; index <= 32; index += 1)
      await publishEvent(transport, 'notifier', applyTextMessageReport, report, `job-${index}`);
    await eventually(() => startedIds.length === 32);
    let closed = false;
    const closing = app.close().then(() => (closed = true));
    await pause(100);
    expect(closed).toBe(false);
    release();
    await closing;
    expect(finished).toHaveLength(32);
    expect(startedIds).toHaveLength(32);
    expect(await transport.publisher.depth('notifier.events')).toBe(1);
  });

  it('does not wait for a hanging handler, whose job another copy repeats', async () => {
    let release: () => void = () => undefined;
    const never = new Promise<void>((resolve) => (release = resolve));
    let started = 0;
    const hanging = () => {
      started += 1;
      return never;
    };
    const stuck = await serve(transport, 'notifier', {
      handlers: { [applyTextMessageReport.name]: hanging },
      options: { closeTimeoutMs: 300 },
    });
    await publishEvent(transport, 'notifier', applyTextMessageReport, report);
    await eventually(() => started === 1);
    await stuck.app.close();

    let again = 0;
    const other = await serve(transport, 'notifier', {
      handlers: { [applyTextMessageReport.name]: () => void (again += 1) },
    });
    await eventually(() => again === 1);
    release();
    await other.app.close();
  });
});
