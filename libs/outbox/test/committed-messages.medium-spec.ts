import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { applyTextMessageReport } from '@desk/contracts';
import { createTestDatabase, createTestRedis, type TestDatabase } from '@desk/testing';
import { recorded } from '../../bullmq-transport/test/harness.js';
import { createPeer, createTables, type Peer } from './harness.js';

const report = recorded(applyTextMessageReport).payload;
let database: TestDatabase;
let peer: Peer;

beforeAll(async () => {
  database = await createTestDatabase();
  await createTables(database, 'notifier');
  peer = await createPeer(database, 'notifier', createTestRedis());
});
afterAll(async () => {
  await peer.stop();
  await database.drop();
});

it('reports committed messages once, and nothing of what was rolled back or repeated', async () => {
  const committed: string[] = [];
  peer.relay.onCommitted((name) => committed.push(name));
  const publish = (id: string, fails = false) =>
    peer.transactions.once({ id }, (tx) => {
      // Delayed, so that nothing is queued while the test runs.
      tx.publish(applyTextMessageReport, report, { key: id, delayMs: 3_600_000 });
      return fails ? Promise.reject(new Error('halfway')) : Promise.resolve();
    });
  await expect(publish('counted', true)).rejects.toThrow('halfway');
  expect(committed).toEqual([]);
  await publish('counted');
  await publish('counted');
  expect(committed).toEqual([applyTextMessageReport.name]);
});
