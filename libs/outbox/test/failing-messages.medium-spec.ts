import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { leadSold } from '@desk/contracts';
import {
  createTestDatabase,
  eventually,
  messageKeysOf,
  type RedisServer,
  startRedisServer,
  type TestDatabase,
} from '@desk/testing';
import { type Message, queueSettings, Sealer } from '@desk/bullmq-transport';
import {
  countOutbox,
  listFailedMessages,
  measureQueueAges,
  OutboxRelay,
  retryFailedMessage,
} from '@desk/outbox';
import { recorded, serve, type Serving } from '../../bullmq-transport/test/harness.js';
import { createPeer, createTables, type Peer } from './harness.js';

const payload = recorded(leadSold).payload;
/** One attempt per round. */
const settings = {
  ...queueSettings,
  'notifier.events': { ...queueSettings['notifier.events'], attempts: 1 },
};

let database: TestDatabase;
let redis: RedisServer;
let sender: Peer;
const services: Serving[] = [];
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
  sender = await createPeer(database, 'lead-router', { url: redis.url }, OutboxRelay, undefined, settings);
  await sender.transport.redis.commands.flushall();
  await sender.relay.start();
});
afterEach(async () => {
  await Promise.all(services.splice(0).map(({ app }) => app.close()));
  await sender.dataSource.query('DELETE FROM outbox');
  await sender.stop();
});

async function consume(handler: (message: Message) => unknown = () => undefined): Promise<void> {
  const serving = await serve(sender.transport, 'notifier', {
    handlers: {
      [leadSold.name]: (_payload, message) => {
        handled.push(message.id);
        return handler(message);
      },
    },
  });
  services.push(serving);
}
const emit = (...keys: string[]): Promise<void> =>
  sender.transactions.run((tx) => {
    for (const key of keys) tx.publish(leadSold, payload, { key });
    return Promise.resolve();
  });
const query = <Row extends object>(sql: string): Promise<Row[]> => sender.dataSource.query(sql);
const makeDue = () => query(`UPDATE outbox SET due_at = now() - interval '1 hour'`);
const broken = () => {
  throw new TypeError('x is not a function');
};

describe('a message that its consumer cannot handle', () => {
  it('is counted by its sender, listed after several rounds, and still published', async () => {
    await consume(broken);
    await emit('bad');
    for (let round = 1; round <= 4; round += 1) {
      await eventually(() => sender.failures.length >= round);
      if (round < 3) expect(await listFailedMessages(sender.dataSource, 10)).toEqual([]);
      await makeDue();
    }
    const [listed, ...others] = await listFailedMessages(sender.dataSource, 10);
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      messageId: `${leadSold.name}~bad`,
      name: leadSold.name,
      queue: 'notifier.events',
      kind: 'handler-failed',
      stoppedAt: null,
    });
    const counts = { waiting: 0, failing: 1, stopped: 0, oldestSeconds: 0 };
    expect(await countOutbox(sender.dataSource)).toEqual(counts);
    expect(await measureQueueAges(sender.dataSource)).toEqual([]);
    expect(sender.faults).toEqual([]);
  });

  it('is stopped after many rounds in more than a day, and retried on request', async () => {
    let isFixed = false;
    await consume(() => isFixed || broken());
    await emit('poison');
    await eventually(() => sender.failures.length === 1);
    await query(`UPDATE outbox SET failures = 29, first_failed_at = now() - interval '25 hours'`);
    await makeDue();
    await eventually(() => sender.failures.length === 2);
    const [, last] = sender.failures;
    expect(last).toMatchObject({ failures: 30, isStopped: true, messageId: `${leadSold.name}~poison` });

    await makeDue();
    await sender.relay.sweep();
    await sender.relay.sweep();
    expect(await sender.transport.publisher.depth('notifier.events')).toBe(0);
    expect(handled).toHaveLength(2);

    isFixed = true;
    const id = last?.failureId ?? '';
    const retried = await sender.transactions.run((tx) => retryFailedMessage(tx, id));
    expect(retried).toEqual({
      messageId: `${leadSold.name}~poison`,
      name: leadSold.name,
      queue: 'notifier.events',
    });
    await eventually(async () => (await sender.rows()) === 0);
    expect(handled).toHaveLength(3);
    expect(await sender.transactions.run((tx) => retryFailedMessage(tx, id))).toBeUndefined();
  });

  it.each([
    ['rounds', 1_000, '23 hours'],
    ['hours', 28, '100 hours'],
  ])('is not stopped after many %s alone', async (_what, failures, age) => {
    await consume(broken);
    await emit('failing');
    await eventually(() => sender.failures.length === 1);
    await query(`UPDATE outbox SET failures = ${failures}, first_failed_at = now() - interval '${age}'`);
    await makeDue();
    await eventually(() => sender.failures.length === 2);
    expect(sender.failures[1]).toMatchObject({ failures: failures + 1, isStopped: false });
  });

  it('is reported although it cannot be opened', async () => {
    const foreign = new Sealer('lead-router', messageKeysOf('lead-router').replaceAll('test:', 'retired:'));
    await query(
      `INSERT INTO outbox (message_id, queue, name, sealed, due_at)
       VALUES ('${leadSold.name}~old', 'notifier.events', '${leadSold.name}', '${foreign.seal('x', 'y', 'notifier')}', now())`,
    );
    await consume();
    await eventually(() => sender.failures.length === 1);
    expect(sender.failures[0]).toMatchObject({ kind: 'unreadable', failures: 1 });
    expect(handled).toEqual([]);
  });
});

it('a healthy message is not counted while something else is down, however long', async () => {
  let isAway = true;
  await consume(() => {
    if (isAway) throw Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' });
  });
  await emit('healthy');
  await query(`UPDATE outbox SET failures = 29, first_failed_at = now() - interval '25 hours'`);
  for (let round = 1; round <= 3; round += 1) {
    await eventually(() => handled.length >= round);
    await eventually(async () => (await sender.transport.publisher.depth('notifier.events')) === 0);
    await makeDue();
  }
  expect(sender.failures).toEqual([]);
  isAway = false;
  await makeDue();
  await eventually(async () => (await sender.rows()) === 0);
});

describe('messages that wait in their queue', () => {
  const due = async (): Promise<boolean> => {
    const [row] = await query<{ due: boolean }>('SELECT bool_and(due_at < now()) AS due FROM outbox');
    return row?.due === true;
  };
  const rewritten = async (attempts = 0): Promise<number | undefined> => {
    const [row] = await query<{ count: number }>(
      `SELECT count(*)::int FROM outbox WHERE attempts > ${attempts}`,
    );
    return row?.count;
  };

  it('are neither written nor published again, until Redis loses them', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `waiting-${String(index).padStart(3, '0')}`);
    await emit('first');
    await eventually(async () => (await sender.transport.publisher.waitingMs('notifier.events')) > 50);
    await emit(...keys);
    await eventually(due);
    await query(
      `UPDATE outbox SET created_at = created_at - interval '1 hour' WHERE message_id LIKE '%~first'`,
    );
    const [age, ...others] = await measureQueueAges(sender.dataSource);
    expect(others).toEqual([]);
    expect(age).toMatchObject({ queue: 'notifier.events' });
    expect(age?.oldestSeconds).toBeGreaterThanOrEqual(3_600);
    for (let sweep = 0; sweep < 5; sweep += 1) await sender.relay.sweep();
    // The first one may itself be in the hands of a consumer that died.
    expect(await rewritten()).toBeLessThanOrEqual(1);

    await sender.transport.redis.commands.flushall();
    await sender.relay.sweep();
    // The relay's own sweep may have claimed a part of them, and commits it a moment later.
    await eventually(async () => (await rewritten()) === 201);
    await consume();
    await eventually(async () => (await sender.rows()) === 0);
    expect(new Set(handled).size).toBe(201);
  });

  it('have no age that includes a planned delay', async () => {
    await sender.transactions.run((tx) => {
      tx.publish(leadSold, payload, { key: 'retry', delayMs: 86_400_000 });
      return Promise.resolve();
    });
    await query(`UPDATE outbox SET created_at = now() - interval '1 day'`);
    expect(await measureQueueAges(sender.dataSource)).toEqual([]);
    expect((await countOutbox(sender.dataSource)).oldestSeconds).toBe(0);

    await query(`UPDATE outbox SET due_at = now() - interval '1 hour'`);
    await eventually(async () => (await rewritten()) === 1);
    const [age] = await measureQueueAges(sender.dataSource);
    const { oldestSeconds } = await countOutbox(sender.dataSource);
    for (const seconds of [age?.oldestSeconds, oldestSeconds]) {
      expect(seconds).toBeGreaterThanOrEqual(3_600);
      expect(seconds).toBeLessThan(43_200);
    }
    await query(`UPDATE outbox SET due_at = now() - interval '2 hours'`);
    await eventually(async () => (await rewritten(1)) === 1);
    const [later] = await measureQueueAges(sender.dataSource);
    expect(later?.oldestSeconds).toBeLessThan(7_200);
  });

  it('do not hold up one that was never published', async () => {
    await emit('first');
    await eventually(async () => (await sender.transport.publisher.waitingMs('notifier.events')) > 50);
    await sender.transactions.run((tx) => {
      tx.publish(leadSold, payload, { key: 'delayed', delayMs: 300 });
      return Promise.resolve();
    });
    await eventually(async () => (await sender.transport.publisher.depth('notifier.events')) === 2);
  });
});
