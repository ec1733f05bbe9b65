import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { leadDeferred, leadDelivered } from '@desk/contracts';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  type TestDatabase,
  type TestRedis,
} from '@desk/testing';
import { JobPublisher } from '@desk/bullmq-transport';
import type { Tx } from '@desk/outbox';
import { recorded, serve, type Serving } from '../../bullmq-transport/test/harness.js';
import { createPeer, createTables, type Peer } from './harness.js';

const delivery = recorded(leadDelivered).payload;

describe('a bundled event', () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let sender: Peer;
  let serving: Serving | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    await createTables(database, 'notifier');
    redis = createTestRedis();
  });
  afterAll(async () => {
    await database.drop();
  });
  beforeEach(async () => {
    sender = await createPeer(database, 'notifier', redis);
    await sender.relay.start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await serving?.app.close();
    await sender.stop();
  });

  const emit = (keys: readonly string[]): Promise<unknown> =>
    Promise.all(
      keys.map((key) =>
        sender.transactions.run((tx: Tx) => {
          tx.publish(leadDelivered, delivery, { key });
          return Promise.resolve();
        }),
      ),
    );

  it('shares a job with others, and each is acknowledged or repeated by itself', async () => {
    const keys = Array.from({ length: 5 }, () => randomUUID());
    const jobs = jest.spyOn(JobPublisher.prototype, 'publish');
    const handled: string[] = [];
    let hasFailed = false;
    serving = await serve(sender.transport, 'lead-router', {
      handlers: {
        [leadDelivered.name]: (_payload, { id }) => {
          handled.push(id);
          if (id.endsWith(keys[3] ?? '') && !hasFailed) {
            hasFailed = true;
            throw new Error('once');
          }
        },
      },
    });
    await emit(keys);
    await eventually(async () => (await sender.rows()) === 0);
    expect(new Set(handled)).toEqual(new Set(keys.map((key) => `${leadDelivered.name}~${key}`)));
    expect(hasFailed).toBe(true);
    expect(jobs.mock.calls[0]?.[2]).toHaveLength(1);
    expect(jobs.mock.calls[0]?.[2][0]?.more).toHaveLength(keys.length - 1);
  });

  it('shares a job with those of the same transaction, also if it is published at once', async () => {
    const keys = Array.from({ length: 3 }, () => randomUUID());
    const jobs = jest.spyOn(JobPublisher.prototype, 'publish');
    const handled: string[] = [];
    serving = await serve(sender.transport, 'lead-router', {
      handlers: { [leadDeferred.name]: (_payload, { id }) => void handled.push(id) },
    });
    await sender.transactions.run((tx: Tx) => {
      for (const key of keys) tx.publish(leadDeferred, recorded(leadDeferred).payload, { key });
      return Promise.resolve();
    });
    await eventually(async () => (await sender.rows()) === 0);
    expect(handled).toEqual(keys.map((key) => `${leadDeferred.name}~${key}`));
    expect(jobs.mock.calls.map(([, , published]) => published.length)).toEqual([1]);
  });
});
