import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import pg from 'pg';
import { Fixture } from './fixture.js';
import type { ServiceProcess } from './service-process.js';
import { type Agent, TestSystem } from './test-system.js';

/** Longer than the default, because another process gets the interrupted work only after a while. */
const PATIENCE = { timeoutMs: 120_000 };

let shutdownSeconds = '15';
let system: TestSystem;
let fixture: Fixture;
let buyer: Agent;
let admin: pg.Client;

beforeAll(async () => {
  system = await TestSystem.start({ notifier: () => ({ SHUTDOWN_SECONDS: shutdownSeconds }) });
  fixture = await Fixture.create(system);
  admin = new pg.Client({ connectionString: system.database.adminUrl });
  await admin.connect();
});
beforeEach(async () => {
  buyer = await fixture.createBuyer();
});
afterAll(async () => {
  await admin.end();
  await system.stop();
});

const listDeliveries = (leadId: string) =>
  system.query<{ status: string }>('notifier', 'SELECT status FROM deliveries WHERE lead_id = $1', [leadId]);

/** Sells a lead and tells the notifier to end while it is about to store the delivery. */
async function stopNotifierAtWork(): Promise<{
  leadId: string;
  notifier: ServiceProcess;
  release: () => Promise<unknown>;
}> {
  await admin.query('BEGIN');
  await admin.query('LOCK TABLE notifications.deliveries IN EXCLUSIVE MODE');
  const leadId = await fixture.postLead();
  await eventually(async () => {
    // In a transaction, statistics stay those of the first look.
    await admin.query('SELECT pg_stat_clear_snapshot()');
    // The sweep for due deliveries waits for the table, too.
    const { rowCount } = await admin.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE 'INSERT INTO deliveries %'`,
    );
    return (rowCount ?? 0) > 0;
  });
  const notifier = system.processes.get('notifier')!;
  const began = notifier.waitForLine(/"shutdown started"/);
  void notifier.stop();
  await began;
  return { leadId, notifier, release: () => admin.query('ROLLBACK') };
}

it('finishes the work in progress before it ends', async () => {
  const { leadId, notifier, release } = await stopNotifierAtWork();
  await release();
  expect(await notifier.ended).toEqual([0, null]);
  expect(await listDeliveries(leadId)).toHaveLength(1);
  await system.startService('notifier');
  await eventually(async () => (await system.listEmailsTo(buyer.email)).length > 0);
});

it('ends at the limit even if the work does not, which another process then does once', async () => {
  // The least that is allowed.
  shutdownSeconds = '6';
  await system.processes.get('notifier')?.stop();
  await system.startService('notifier');
  const { leadId, notifier, release } = await stopNotifierAtWork();
  // It exits by itself, even if connections are still open.
  expect(await notifier.ended).toEqual([expect.any(Number), null]);
  await release();
  expect(await listDeliveries(leadId)).toEqual([]);
  await system.startService('notifier');
  await eventually(
    async () => (await listDeliveries(leadId)).some(({ status }) => status === 'sent'),
    PATIENCE,
  );
  expect(await listDeliveries(leadId)).toHaveLength(1);
});
