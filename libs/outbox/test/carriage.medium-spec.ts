import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { leadSold, routeLead } from '@desk/contracts';
import {
  createTestDatabase,
  eventually,
  type RedisServer,
  sealerOf,
  startRedisServer,
  type TestDatabase,
} from '@desk/testing';
import { type Message, toAcknowledgment } from '@desk/bullmq-transport';
import { OutboxRelay, type Tx } from '@desk/outbox';
import { recorded, serve, type Serving } from '../../bullmq-transport/test/harness.js';
import { FIRST_REPUBLISH_MS } from '../src/outbox.store.js';
import { createPeer, createTables, DiesAfterCommit, type Peer } from './harness.js';

const order = recorded(leadSold).payload;

describe('the outbox', () => {
  let database: TestDatabase;
  // A separate server, because some of these tests wipe or stop it.
  let redis: RedisServer;
  let sender: Peer;
  const peers: Peer[] = [];
  const services: Serving[] = [];
  let handled: { id: string; at: number }[] = [];

  const peer = async (relayClass = OutboxRelay): Promise<Peer> => {
    const made = await createPeer(database, 'lead-router', { url: redis.url }, relayClass);
    peers.push(made);
    return made;
  };
  const consume = async (handler: (message: Message) => unknown = () => undefined): Promise<Serving> => {
    const serving = await serve(sender.transport, 'notifier', {
      handlers: {
        [leadSold.name]: (_payload, message) => {
          handled.push({ id: message.id, at: Date.now() });
          return handler(message);
        },
      },
    });
    services.push(serving);
    return serving;
  };
  const emit =
    (key: string, delayMs = 0) =>
    (tx: Tx) => {
      tx.publish(leadSold, order, { key, delayMs });
      return Promise.resolve();
    };
  const ids = (): string[] => handled.map(({ id }) => id.split('~')[1] ?? '').toSorted();
  const makeDue = () => sender.dataSource.query('UPDATE outbox SET due_at = now()');
  const empty = (): Promise<unknown> => eventually(async () => (await sender.rows()) === 0);

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
    sender = await peer();
    await sender.relay.start();
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map(({ app }) => app.close()));
    await sender.dataSource.query('DELETE FROM outbox');
    await Promise.all(peers.splice(0).map((one) => one.stop()));
  });

  it('publishes at the commit and deletes the row when acknowledged', async () => {
    await consume();
    const startedAt = Date.now();
    await sender.transactions.run(emit('one'));
    await eventually(() => handled.length === 1);
    expect(Date.now() - startedAt).toBeLessThan(FIRST_REPUBLISH_MS);
    await empty();
    expect(ids()).toEqual(['one']);
    expect(sender.faults).toEqual([]);
  });

  describe('of a service to itself', () => {
    const route = recorded(routeLead).payload;
    const handledBy = async (handler: (message: Message) => unknown): Promise<Peer> => {
      const own = await createPeer(
        database,
        'lead-router',
        { url: redis.url },
        OutboxRelay,
        async (transport) => {
          const serving = await serve(transport, 'lead-router', {
            handlers: { [routeLead.name]: (_payload, message) => handler(message) },
          });
          services.push(serving);
          return serving.server.inProcess;
        },
      );
      peers.push(own);
      await own.relay.start();
      return own;
    };
    const emitOwn = (own: Peer, key: string): Promise<void> =>
      own.transactions.run((tx) => {
        tx.publish(routeLead, route, { key });
        return Promise.resolve();
      });

    it('is handled after the commit without the queue, and its row deleted', async () => {
      const own = await handledBy(({ id }) => handled.push({ id, at: Date.now() }));
      const published = jest.spyOn(own.transport.publisher, 'publish');
      await emitOwn(own, 'own');
      expect(await own.rows()).toBe(1);
      await empty();
      expect(ids()).toEqual(['own']);
      expect(published).not.toHaveBeenCalled();
    });

    it('goes through the queue after its handler failed', async () => {
      const own = await handledBy(({ id }) => {
        handled.push({ id, at: Date.now() });
        if (handled.length === 1) throw new Error('not yet');
      });
      await emitOwn(own, 'again');
      await empty();
      expect(ids()).toEqual(['again', 'again']);
      expect(own.faults).toEqual([expect.objectContaining({ message: 'not yet' })]);
    });

    it('is repeated through the queue if its handler does not end', async () => {
      let end: () => void = () => undefined;
      const own = await handledBy(({ id }) => {
        handled.push({ id, at: Date.now() });
        return handled.length === 1 ? new Promise<void>((resolve) => (end = resolve)) : undefined;
      });
      await emitOwn(own, 'stuck');
      await eventually(() => handled.length === 1);
      await makeDue();
      await own.relay.sweep();
      await empty();
      expect(ids()).toEqual(['stuck', 'stuck']);
      end();
    });
  });

  it('publishes nothing when the transaction is rolled back', async () => {
    await consume();
    const failed = sender.transactions.run(async (tx) => {
      await emit('never')(tx);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await sender.rows()).toBe(0);
    await sender.transactions.run(emit('after'));
    await empty();
    expect(ids()).toEqual(['after']);
  });

  it('keeps a message that another process claims to have processed', async () => {
    await sender.transactions.run(emit('contested'));
    const [row] = await sender.dataSource.query<{ message_id: string; queue: string }[]>(
      'SELECT message_id, queue FROM outbox',
    );
    const acknowledgment = { queue: row!.queue, messageId: row!.message_id };
    const { commands } = sender.transport.redis;
    const [channel = ''] = (await commands.pubsub('CHANNELS', '*ack*')) as string[];
    const origin = { keyId: 'test', sender: 'lead-router' } as const;
    await commands.publish(channel, `${row!.queue} ${row!.message_id}`);
    await commands.publish(channel, toAcknowledgment(sealerOf('billing'), origin, acknowledgment));
    // The relay reads in order, so once this one has had its effect the forged ones were read too.
    await sender.transactions.run(emit('true'));
    const messageId = `${leadSold.name}~true`;
    await commands.publish(
      channel,
      toAcknowledgment(sealerOf('notifier'), origin, { ...acknowledgment, messageId }),
    );
    const waiting = () => sender.dataSource.query<{ id: string }[]>('SELECT message_id AS id FROM outbox');
    await eventually(async () => !(await waiting()).some(({ id }) => id === messageId));
    expect(await waiting()).toEqual([{ id: row!.message_id }]);
    await consume();
    await empty();
    expect(ids()).toContain('contested');
  });

  it('publishes nothing before the commit', async () => {
    await consume();
    await sender.transactions.run(async (tx) => {
      await emit('held')(tx);
      await tx.query('SELECT pg_sleep(0.3)');
      expect(handled).toEqual([]);
    });
    await eventually(() => handled.length === 1);
  });

  it('publishes from another process when its own dies after the commit', async () => {
    const dying = await peer(DiesAfterCommit);
    await dying.transactions.run(emit('orphan'));
    expect(await sender.rows()).toBe(1);
    await consume();
    await makeDue();
    await empty();
    expect(ids()).toContain('orphan');
  });

  it('republishes all waiting messages after Redis was wiped', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `wiped-${String(index).padStart(2, '0')}`);
    for (const key of keys) await sender.transactions.run(emit(key));
    expect(await sender.transport.publisher.depth('notifier.events')).toBe(50);
    await sender.transport.redis.commands.flushall();
    await consume();
    await makeDue();
    await empty();
    expect(new Set(ids())).toEqual(new Set(keys));
  });

  it('commits without Redis, and publishes after its return without having put the message off', async () => {
    await redis.stop();
    await eventually(() => !sender.transport.redis.isReady);
    const startedAt = Date.now();
    await sender.transactions.run(emit('meanwhile'));
    expect(Date.now() - startedAt).toBeLessThan(FIRST_REPUBLISH_MS);
    await makeDue();
    await sender.relay.sweep();
    expect(await sender.dataSource.query('SELECT attempts FROM outbox')).toEqual([{ attempts: 0 }]);
    await redis.restart();
    await consume();
    await empty();
    expect(ids()).toContain('meanwhile');
  });

  it('republishes after a lost acknowledgment, which the inbox recognizes', async () => {
    await consume((message) =>
      sender.transactions.once(message, (tx) =>
        tx.query(
          'INSERT INTO effect VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET count = effect.count + 1',
          ['repeated'],
        ),
      ),
    );
    // A process whose subscription is gone: it publishes, and hears of nothing.
    const deaf = await peer();
    await deaf.transactions.run(emit('repeated'));
    await eventually(() => handled.length === 1);
    expect(await sender.rows()).toBe(1);
    await makeDue();
    await empty();
    expect(ids()).toEqual(['repeated', 'repeated']);
    expect(await sender.dataSource.query('SELECT count FROM effect')).toEqual([{ count: 1 }]);
  });

  it('publishes delayed messages on time', async () => {
    await consume();
    const startedAt = Date.now();
    await sender.transactions.run(emit('later', 700));
    await eventually(() => handled.length === 1);
    const waited = (handled[0]?.at ?? 0) - startedAt;
    expect(waited).toBeGreaterThanOrEqual(690);
    expect(waited).toBeLessThan(FIRST_REPUBLISH_MS);
    await empty();
  });

  it('publishes delayed messages on time from another process when its own dies', async () => {
    await consume();
    const dying = await peer(DiesAfterCommit);
    const startedAt = Date.now();
    await dying.transactions.run(emit('later', 1_000));
    await eventually(() => handled.length === 1);
    const waited = (handled[0]?.at ?? 0) - startedAt;
    expect(waited).toBeGreaterThanOrEqual(990);
    expect(waited).toBeLessThan(FIRST_REPUBLISH_MS);
  });
});
