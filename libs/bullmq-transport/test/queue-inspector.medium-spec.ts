import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chargeOffer, getLeadStatus, leadSold, setService } from '@desk/contracts';
import { createTestRedis, eventually, type TestRedis } from '@desk/testing';
import { QueueInspector, type Transport } from '@desk/bullmq-transport';
import { Queue } from 'bullmq';
import { connect, publishEvent, recorded, serve } from './harness.js';

const canary = 'canary-91c2@example.com';

describe('the queue inspector', () => {
  let redis: TestRedis;
  let transport: Transport;
  let inspector: QueueInspector;

  beforeEach(async () => {
    redis = createTestRedis();
    transport = await connect(redis);
    inspector = new QueueInspector(transport.redis);
  });
  afterEach(async () => {
    await inspector.close();
    await transport.close();
  });
  const openQueue = (name: 'billing.rpc' | 'billing.events'): Queue =>
    new Queue(name, { connection: transport.redis.commands, prefix: transport.redis.queuePrefix(name) });

  it('writes nothing to Redis, even for a queue that was never used', async () => {
    const listKeys = () => transport.redis.commands.keys(`*${redis.prefix}desk.billing*`);
    await expect(inspector.summarize('billing.events')).resolves.toEqual({
      queue: 'billing.events',
      waiting: 0,
      active: 0,
      delayed: 0,
      failed: 0,
      oldestWaitingMs: null,
      isPaused: false,
      workers: 0,
    });
    await expect(inspector.listJobs('billing.events', 'waiting', 10)).resolves.toEqual({
      jobs: [],
      total: 0,
    });
    expect(await listKeys()).toEqual([]);
  });

  it('counts waiting jobs, returns the age of the oldest, and lists jobs in the order of their turns', async () => {
    for (const key of ['first', 'second', 'third'])
      await publishEvent(transport, 'billing', chargeOffer, recorded(chargeOffer).payload, key);
    const summary = await inspector.summarize('billing.events');
    expect(summary).toMatchObject({ waiting: 3, active: 0, delayed: 0, failed: 0, workers: 0 });
    expect(summary.oldestWaitingMs).toBeGreaterThanOrEqual(0);
    const { jobs, total } = await inspector.listJobs('billing.events', 'waiting', 2);
    expect(total).toBe(3);
    expect(jobs).toEqual([
      {
        id: `${chargeOffer.name}~first`,
        name: chargeOffer.name,
        attempts: 0,
        maxAttempts: 8,
        lostProcesses: 0,
        addedAt: expect.any(String),
        startedAt: null,
        failure: null,
      },
      expect.objectContaining({ id: `${chargeOffer.name}~second` }),
    ]);
  });

  it('counts workers, and sees a pause', async () => {
    const { app } = await serve(transport, 'billing');
    await eventually(async () => (await inspector.summarize('billing.events')).workers === 1);
    const queue = openQueue('billing.events');
    await queue.pause();
    expect(await inspector.summarize('billing.events')).toMatchObject({ isPaused: true });
    await queue.resume();
    expect(await inspector.summarize('billing.events')).toMatchObject({ isPaused: false });
    await queue.close();
    await app.close();
  });

  it('returns why a job failed, but no job content and no error message', async () => {
    const { app } = await serve(transport, 'lead-router', {
      handlers: {
        [getLeadStatus.name]: () => {
          throw new Error(`no lead of ${canary}`);
        },
      },
    });
    const { request } = recorded(getLeadStatus);
    await expect(transport.client.send(getLeadStatus, request)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await eventually(async () => (await inspector.summarize('lead-router.rpc')).failed === 1);
    const { jobs } = await inspector.listJobs('lead-router.rpc', 'failed', 10);
    expect(jobs).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: getLeadStatus.name,
        attempts: 3,
        maxAttempts: 3,
        lostProcesses: 0,
        addedAt: expect.any(String),
        startedAt: expect.any(String),
        failure: 'handler-failed',
      },
    ]);
    await app.close();
  });

  it('returns no text that other software wrote into a job', async () => {
    const queue = openQueue('billing.rpc');
    const job = await queue.add(setService.name, { email: canary, sealed: canary });
    await transport.redis.commands.hset(queue.toKey(job.id ?? ''), {
      failedReason: `550 <${canary}> unknown`,
      stacktrace: JSON.stringify([canary]),
      returnvalue: JSON.stringify(canary),
      progress: JSON.stringify(canary),
    });
    const listed = await inspector.listJobs('billing.rpc', 'waiting', 10);
    expect(listed).toMatchObject({ jobs: [{ name: setService.name, failure: 'other' }], total: 1 });
    expect(JSON.stringify([listed, await inspector.summarize('billing.rpc')])).not.toContain('canary');
    await queue.close();
  });

  it('reveals nothing of an event that waits for its next attempt', async () => {
    const { app } = await serve(transport, 'notifier', {
      handlers: {
        [leadSold.name]: () => {
          throw new Error(`550 <${canary}> unknown`);
        },
      },
    });
    const payload: { lead: object } = recorded(leadSold).payload;
    const withCanary = { ...payload, lead: { ...payload.lead, fullName: canary, email: canary } };
    await publishEvent(transport, 'notifier', leadSold, withCanary as never, 'failing');
    const { jobs } = await eventually(async () => {
      const listed = await inspector.listJobs('notifier.events', 'delayed', 10);
      return listed.jobs.length > 0 ? listed : false;
    });
    expect(jobs).toMatchObject([{ id: `${leadSold.name}~failing`, failure: 'handler-failed' }]);
    expect(JSON.stringify(jobs)).not.toContain('canary');
    await app.close();
  });

  it('fails at once while Redis is disconnected', async () => {
    transport.redis.commands.disconnect();
    await eventually(() => !transport.redis.isReady);
    await expect(inspector.summarize('billing.rpc')).rejects.toThrow('Redis is not connected');
  });
});
