import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { leadSold } from '@desk/contracts';
import {
  createTestDatabase,
  eventually,
  type RedisServer,
  startRedisServer,
  type TestDatabase,
} from '@desk/testing';
import { recorded, serve, type Serving } from '../../bullmq-transport/test/harness.js';
import { createPeer, createTables, DiesAfterCommit, type Peer } from './harness.js';

const payload = recorded(leadSold).payload;

let database: TestDatabase;
let redis: RedisServer;
let sender: Peer;
let serving: Serving | undefined;
let handled: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await createTables(database, 'lead-router');
  redis = await startRedisServer();
});
afterAll(async () => {
  await redis.remove();
  await database.drop();
});
beforeEach(async () => {
  handled = [];
  // Publishes nothing after a commit, so that only sweeps publish.
  sender = await createPeer(database, 'lead-router', { url: redis.url }, DiesAfterCommit);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await serving?.app.close();
  serving = undefined;
  await sender.dataSource.query('DELETE FROM outbox');
  await sender.stop();
});

const run = (...command: string[]): Promise<unknown> =>
  sender.transport.redis.commands.call(...(command as [string, ...string[]]));
const publish = (delayMs: number, ...keys: string[]): Promise<void> =>
  sender.transactions.run((tx) => {
    for (const key of keys) tx.publish(leadSold, payload, { key, delayMs });
    return Promise.resolve();
  });
const makeDue = () => sender.dataSource.query(`UPDATE outbox SET due_at = now() - interval '1 hour'`);
const rows = () =>
  sender.dataSource.query(
    `SELECT message_id, attempts, is_delayed, due_at::text, created_at::text FROM outbox ORDER BY message_id`,
  );

describe.each([
  ['has no memory left', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
  ['is a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  [
    'lacks replicas',
    ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
    ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
  ],
])('while Redis %s', (_what, refuse, accept) => {
  it('leaves messages as they are, and publishes them soon after Redis accepts writes again', async () => {
    await publish(0, 'first', 'second', 'third');
    await publish(60_000, 'delayed');
    await makeDue();
    const before = await rows();
    await run(...refuse);
    await sender.relay.start();
    await eventually(() => sender.faults.length >= 2);
    await eventually(async () => expect(await rows()).toEqual(before));

    await eventually(() => run(...accept));
    serving = await serve(sender.transport, 'notifier', {
      handlers: { [leadSold.name]: (_payload, message) => handled.push(message.id) },
    });
    await eventually(() => handled.length === 4);
  });
});

describe('a claimed message', () => {
  const publisher = () => (sender.relay as unknown as Pick<Peer['transport'], 'publisher'>).publisher;

  it('is left as it is when the connection is lost before it was published', async () => {
    const original = publisher().publish.bind(publisher());
    jest.spyOn(publisher(), 'publish').mockImplementationOnce((...job) => {
      sender.transport.redis.commands.disconnect(true);
      return original(...job);
    });
    await publish(0, 'lost');
    await makeDue();
    const before = await rows();
    await expect(sender.relay.sweep()).rejects.toThrow("Stream isn't writeable");
    expect(await rows()).toEqual(before);
  });

  it('has its attempt counted when the message itself cannot be published', async () => {
    jest.spyOn(publisher(), 'publish').mockRejectedValueOnce(new RangeError('too large'));
    await publish(0, 'poison');
    await makeDue();
    await expect(sender.relay.sweep()).rejects.toThrow('too large');
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
  });

  it('is not released if another process has claimed it since', async () => {
    const claimAgain = () => sender.dataSource.query('UPDATE outbox SET attempts = attempts + 1');
    jest.spyOn(publisher(), 'publish').mockImplementationOnce(async () => {
      await claimAgain();
      throw new Error('Connection is closed.');
    });
    await publish(0, 'slow');
    await makeDue();
    await expect(sender.relay.sweep()).rejects.toThrow('Connection is closed.');
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
  });
});
