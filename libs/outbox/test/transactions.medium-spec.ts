import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { applyTextMessageReport } from '@desk/contracts';
import { createTestDatabase, createTestRedis, eventually, type TestDatabase } from '@desk/testing';
import { JobPublisher, type Message } from '@desk/bullmq-transport';
import { InboxCleaner, OutboxRelay } from '@desk/outbox';
import { recorded } from '../../bullmq-transport/test/harness.js';
import { createPeer, createTables, DiesAfterCommit, type Peer } from './harness.js';

const report = recorded(applyTextMessageReport).payload;
const redis = createTestRedis();
let database: TestDatabase;
let peer: Peer;
const message = (id: string): Message => ({ id });
const add = 'INSERT INTO effect VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET count = effect.count + 1';
const effects = (): Promise<unknown> => peer.dataSource.query('SELECT name, count FROM effect ORDER BY name');

beforeAll(async () => {
  database = await createTestDatabase();
  await createTables(database, 'notifier');
  peer = await createPeer(database, 'notifier', redis);
});
afterAll(async () => {
  await peer.stop();
  await database.drop();
});
afterEach(async () => {
  for (const table of ['effect', 'inbox', 'outbox']) await peer.dataSource.query(`DELETE FROM ${table}`);
});

describe('once', () => {
  it('applies twenty simultaneous duplicates once', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        peer.transactions.once(message('same'), async (tx) => {
          await tx.query(add, ['same']);
          return index;
        }),
      ),
    );
    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
    expect(await effects()).toEqual([{ name: 'same', count: 1 }]);
  });

  it('lets the next delivery apply when the first one fails', async () => {
    const failing = peer.transactions.once(message('again'), async (tx) => {
      await tx.query(add, ['again']);
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    expect(await effects()).toEqual([]);
    await expect(
      peer.transactions.once(message('again'), (tx) => tx.query(add, ['again']).then(() => 'done')),
    ).resolves.toBe('done');
    expect(await effects()).toEqual([{ name: 'again', count: 1 }]);
  });

  const left = async () => {
    const [row]: { count: number }[] = await peer.dataSource.query('SELECT count(*)::int FROM inbox');
    return row?.count;
  };

  it('forgets messages after 30 days, not earlier', async () => {
    await peer.dataSource.query(
      `INSERT INTO inbox VALUES ('old', now() - interval '31 days'), ('young', now() - interval '29 days')`,
    );
    await new InboxCleaner(peer.dataSource).clean();
    expect(await peer.dataSource.query('SELECT message_id FROM inbox')).toEqual([{ message_id: 'young' }]);
  });

  it('forgets old messages in batches and skips locked rows', async () => {
    await peer.dataSource.query(
      `INSERT INTO inbox SELECT 'old-' || n, now() - interval '31 days' FROM generate_series(1, 2500) n`,
    );
    await peer.transactions.run(async (tx) => {
      await tx.query(`SELECT 1 FROM inbox WHERE message_id = 'old-7' FOR UPDATE`);
      await new InboxCleaner(peer.dataSource).clean();
      expect(await left()).toBe(1);
    });
  });

  it('leaves the cleaning to the copy that is at it', async () => {
    await peer.dataSource.query(`INSERT INTO inbox VALUES ('old', now() - interval '31 days')`);
    const cleaner = new InboxCleaner(peer.dataSource);
    await peer.transactions.run(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' inbox cleaning'))");
      await cleaner.clean();
      expect(await left()).toBe(1);
    });
    await cleaner.clean();
    expect(await left()).toBe(0);
  });
});

describe('run', () => {
  it('repeats a deadlocked transaction and publishes its messages once', async () => {
    await peer.transactions.run((tx) => tx.query(`INSERT INTO effect VALUES ('a', 0), ('b', 0)`));
    let runs = 0;
    let held = 0;
    let both: () => void = () => undefined;
    const bothHold = new Promise<void>((resolve) => (both = resolve));
    const lock = (first: string, second: string) =>
      peer.transactions.run(async (tx) => {
        runs += 1;
        tx.publish(applyTextMessageReport, report, { key: `${first}${second}-${runs}` });
        await tx.query(add, [first]);
        held += 1;
        if (held === 2) both();
        await bothHold;
        await tx.query(add, [second]);
      });
    await Promise.all([lock('a', 'b'), lock('b', 'a')]);
    // At least one of the two runs again, and on a busy machine they may deadlock again.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(await effects()).toEqual([
      { name: 'a', count: 2 },
      { name: 'b', count: 2 },
    ]);
    expect(await peer.rows()).toBe(2);
  });

  it('does not repeat other failures', async () => {
    let runs = 0;
    const wrong = peer.transactions.run((tx) => {
      runs += 1;
      return tx.query('SELECT 1 / 0');
    });
    await expect(wrong).rejects.toMatchObject({ driverError: { code: '22012' } });
    expect(runs).toBe(1);
  });

  it('stores a message published by two transactions once', async () => {
    const silent = await createPeer(database, 'notifier', redis, DiesAfterCommit);
    for (let time = 0; time < 2; time += 1)
      await silent.transactions.run((tx) => {
        tx.publish(applyTextMessageReport, report, { key: 'same' });
        tx.publish(applyTextMessageReport, report, { key: 'same' });
        return Promise.resolve();
      });
    expect(await peer.rows()).toBe(1);
    await silent.stop();
  });

  it('commits nothing if a message does not match its contract', async () => {
    const wrong = peer.transactions.run(async (tx) => {
      await tx.query(add, ['half']);
      tx.publish(
        applyTextMessageReport,
        { deliveryId: 'none', messageSid: '', status: '', errorCode: null },
        { key: 'x' },
      );
    });
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await effects()).toEqual([]);
  });
});

describe('send', () => {
  it('executes in order with the statements around it', async () => {
    const count = await peer.transactions.run(async (tx) => {
      tx.send(add, ['a']);
      tx.send(add, ['a']);
      return tx.query(`SELECT count FROM effect WHERE name = 'a'`);
    });
    expect(count).toEqual([{ count: 2 }]);
  });

  it('fails the transaction with its own error, whatever failed after it', async () => {
    const failing = (behind: boolean) =>
      peer.transactions.run(async (tx) => {
        tx.send(add, ['half']);
        tx.send('SELECT 1 / 0');
        if (behind) await tx.query(add, ['other']);
      });
    for (const behind of [false, true])
      await expect(failing(behind)).rejects.toMatchObject({ driverError: { code: '22012' } });
    expect(await effects()).toEqual([]);
  });

  it('repeats the transaction if it was chosen as the victim of a deadlock', async () => {
    await peer.transactions.run((tx) => tx.query(`INSERT INTO effect VALUES ('a', 0), ('b', 0)`));
    let held = 0;
    let both: () => void = () => undefined;
    const bothHold = new Promise<void>((resolve) => (both = resolve));
    const lock = (first: string, second: string) =>
      peer.transactions.run(async (tx) => {
        await tx.query(add, [first]);
        held += 1;
        if (held === 2) both();
        await bothHold;
        tx.send(add, [second]);
        tx.send(add, [`${first}${second}`]);
      });
    await Promise.all([lock('a', 'b'), lock('b', 'a')]);
    expect(await effects()).toEqual([
      { name: 'a', count: 2 },
      { name: 'ab', count: 1 },
      { name: 'b', count: 2 },
      { name: 'ba', count: 1 },
    ]);
  });

  it('commits nothing, and says so, if the failure of a statement was ignored', async () => {
    const ignoring = peer.transactions.run(async (tx) => {
      await tx.query(add, ['half']);
      await tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow('nothing was committed');
    expect(await effects()).toEqual([]);
  });
});

describe('manager', () => {
  it('works in the same transaction', async () => {
    const failing = peer.transactions.run(async (tx) => {
      tx.send(add, ['a']);
      const rows: unknown = await tx.manager.query('SELECT count FROM effect');
      throw new Error(JSON.stringify(rows));
    });
    await expect(failing).rejects.toThrow('[{"count":1}]');
    expect(await effects()).toEqual([]);
  });
});

describe('query', () => {
  const rows = (sql: string): Promise<object[]> => peer.transactions.run((tx) => tx.query(sql));

  it.each([
    ['SELECT', `SELECT 'a' AS name`, [{ name: 'a' }]],
    ['SELECT of nothing', 'SELECT name FROM effect', []],
    ['SELECT of an array and a number', 'SELECT ARRAY[1] AS list, 2 AS number', [{ list: [1], number: 2 }]],
    [
      'INSERT … RETURNING',
      `INSERT INTO effect VALUES ('a', 1), ('b', 2) RETURNING name`,
      [{ name: 'a' }, { name: 'b' }],
    ],
    [
      'INSERT … ON CONFLICT DO NOTHING RETURNING',
      `INSERT INTO effect SELECT 'a', 1 WHERE false ON CONFLICT DO NOTHING RETURNING name`,
      [],
    ],
    ['INSERT', `INSERT INTO effect VALUES ('c', 1)`, []],
    ['UPDATE … RETURNING of nothing', `UPDATE effect SET count = 5 WHERE name = 'x' RETURNING count`, []],
    ['DELETE … RETURNING of nothing', `DELETE FROM effect WHERE name = 'x' RETURNING count`, []],
    [
      'WITH an UPDATE, SELECT',
      `WITH i AS (INSERT INTO effect VALUES ('w', 3) RETURNING name, count) SELECT name, count FROM i`,
      [{ name: 'w', count: 3 }],
    ],
  ])('gives the rows of %s', async (_what, sql, expected) => {
    expect(await rows(sql)).toEqual(expected);
  });

  it('returns the rows of UPDATE … RETURNING and DELETE … RETURNING', async () => {
    await rows(`INSERT INTO effect VALUES ('a', 1), ('b', 2)`);
    expect(await rows(`UPDATE effect SET count = 5 WHERE name = 'a' RETURNING name, count`)).toEqual([
      { name: 'a', count: 5 },
    ]);
    expect(await rows(`UPDATE effect SET count = 6`)).toEqual([]);
    expect(
      await rows(
        `MERGE INTO effect e USING (VALUES ('a')) v(name) ON e.name = v.name WHEN MATCHED THEN UPDATE SET count = 7 RETURNING e.count`,
      ),
    ).toEqual([{ count: 7 }]);
    expect(await rows('DELETE FROM effect RETURNING name')).toHaveLength(2);
  });
});

describe('concurrent sweepers', () => {
  it('publish each message exactly once without waiting for each other', async () => {
    const total = 2_000;
    const silent = await createPeer(database, 'notifier', redis, DiesAfterCommit);
    await silent.transactions.run((tx) => {
      for (let index = 0; index < total; index += 1)
        tx.publish(applyTextMessageReport, report, { key: `many-${index}` });
      return Promise.resolve();
    });
    // Long due: what became due after the oldest message in the queue was published would wait for the consumer.
    await silent.dataSource.query("UPDATE outbox SET due_at = now() - interval '1 hour'");

    const published: string[] = [];
    class Counting extends JobPublisher {
      override async publish(...[queue, name, jobs]: Parameters<JobPublisher['publish']>): Promise<void> {
        published.push(...jobs.map(({ id }) => id));
        await pause(5);
        await super.publish(queue, name, jobs);
      }
    }
    const sweepers = await Promise.all(
      Array.from({ length: 5 }, () => createPeer(database, 'notifier', redis)),
    );
    const faults: unknown[] = [];
    const relays = sweepers.map(
      ({ dataSource, transport }) =>
        new OutboxRelay(
          dataSource,
          transport.redis,
          new Counting(transport.redis),
          transport.sealer,
          (error) => faults.push(error),
        ),
    );
    await Promise.all(relays.map((relay) => relay.sweep()));
    await eventually(() => published.length >= total);
    expect(new Set(published).size).toBe(total);
    expect(published).toHaveLength(total);
    expect(faults).toEqual([]);
    expect(await peer.transport.publisher.depth('notifier.events')).toBeGreaterThanOrEqual(total);
    await Promise.all([silent, ...sweepers].map((one) => one.stop()));
  });
});
