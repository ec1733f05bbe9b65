import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { leadDelivered } from '@desk/contracts';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  type TestDatabase,
  type TestRedis,
} from '@desk/testing';
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
    const jobs = jest.spyOn(sender.transport.publisher, 'publish');
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
    expect(jobs.mock.calls.length).toBeLessThan(keys.length);
  });
});
