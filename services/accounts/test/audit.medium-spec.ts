import { randomUUID } from 'node:crypto';
import {
  type AccessRecord,
  listAudit,
  type PayloadOf,
  recordAccess,
  recordAction,
  recordFunnelKeyChange,
} from '@desk/contracts';
import { createDataSource } from '@desk/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminCommands } from '../src/cli/admin-commands.js';
import { database } from '../src/database/data-source.js';
import { AccountsHarness, errorOf, newCaller } from './accounts.harness.js';

let accounts: AccountsHarness;
let adminId: string;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  adminId = await accounts.createAdmin();
});
afterAll(() => accounts.stop());

const list = (userId: string, page: { before?: string; pageSize?: number } = {}) =>
  accounts.commands.send(listAudit, { actorId: adminId, userId, before: null, pageSize: 50, ...page });

it('records an action of another service once, even if several messages report it', async () => {
  const userId = randomUUID();
  const action: PayloadOf<typeof recordAction> = {
    actionId: randomUUID(),
    action: 'delivery-resent',
    actorId: randomUUID(),
    userId,
    subject: { kind: 'delivery', id: randomUUID() },
    caller: { address: '203.0.113.9', userAgent: 'Mozilla/5.0' },
    at: '2026-01-05T14:30:00.000Z',
  };
  await Promise.all([1, 2, 3].map(() => accounts.publish(recordAction, action)));
  await accounts.publish(recordAction, { ...action, actionId: randomUUID(), at: '2026-01-05T14:31:00.000Z' });
  await accounts.waitForEmptyQueue();
  const { events } = await list(userId);
  expect(events.toSorted((a, b) => a.at.localeCompare(b.at))).toMatchObject([
    {
      at: action.at,
      actorId: action.actorId,
      userId,
      action: 'delivery-resent',
      address: '203.0.113.9',
      network: '203.0.113.0/24',
      requestId: expect.any(String),
      operator: null,
      oldValue: null,
      newValue: { subject: action.subject },
    },
    { at: '2026-01-05T14:31:00.000Z' },
  ]);
  const [row] = await accounts.query<{ user_agent: string }>(
    'SELECT user_agent FROM audit_events WHERE user_id = $1',
    [userId],
  );
  expect(row).toEqual({ user_agent: 'Mozilla/5.0' });
});

it('lists the newest entries first, page by page', async () => {
  const userId = randomUUID();
  await accounts.query(
    `INSERT INTO audit_events (action, user_id) SELECT 'signed-in', $1 FROM generate_series(1, 5)`,
    [userId],
  );
  const all = (await list(userId)).events.map(({ id }) => id);
  expect(all).toHaveLength(5);
  expect(all).toEqual(all.toSorted((a, b) => Number(b) - Number(a)));
  const seen: string[] = [];
  for (let before: string | null = '9'.repeat(18); before;) {
    const { events, next }: Awaited<ReturnType<typeof list>> = await list(userId, { before, pageSize: 2 });
    seen.push(...events.map(({ id }) => id));
    before = next;
  }
  expect(seen).toEqual(all);
});

it('records a change of a funnel key once, with its operator', async () => {
  const change = {
    changeId: randomUUID(),
    action: 'funnel-key-revoked',
    funnelId: randomUUID(),
    keyPrefix: 'fnl_Ab12',
    operator: 'ada',
    at: '2026-01-05T14:30:00.000Z',
  } as const;
  await Promise.all([1, 2].map(() => accounts.publish(recordFunnelKeyChange, change)));
  await accounts.waitForEmptyQueue();
  const rows = await accounts.query(
    `SELECT action, operator, actor_id, user_id, at, new_value FROM audit_events WHERE action_id = $1`,
    [change.changeId],
  );
  expect(rows).toEqual([
    {
      action: 'funnel-key-revoked',
      operator: 'ada',
      actor_id: null,
      user_id: null,
      at: new Date(change.at),
      new_value: { subject: { kind: 'funnel', id: change.funnelId }, keyPrefix: 'fnl_Ab12' },
    },
  ]);
});

it('records what the gateway reports once, with network and request id, without an address', async () => {
  const actorId = randomUUID();
  const record: AccessRecord = {
    id: randomUUID(),
    action: 'personal-data-read',
    actorId,
    route: 'GET /api/admin/leads/:leadId',
    subject: { kind: 'lead', id: randomUUID() },
    network: '203.0.113.0/24',
    requestId: randomUUID(),
    at: '2026-01-05T14:30:00.000Z',
  };
  const other: AccessRecord = { ...record, id: randomUUID(), action: 'access-refused', subject: null };
  const records = [record, other];
  await Promise.all([1, 2, 3].map(() => accounts.commands.send(recordAccess, { records })));
  await accounts.commands.send(recordAccess, { records: [record] });
  const { events } = await list(actorId);
  expect(events.toSorted((a, b) => a.action.localeCompare(b.action))).toMatchObject([
    { action: 'access-refused', newValue: { route: record.route } },
    {
      action: 'personal-data-read',
      actorId,
      userId: actorId,
      address: null,
      network: '203.0.113.0/24',
      requestId: record.requestId,
      at: record.at,
      newValue: { route: record.route, subject: record.subject },
    },
  ]);
});

it('names the operator of a command', async () => {
  const { userId, email } = await accounts.registerAgent();
  const dataSource = await createDataSource({ ...database, url: accounts.databaseUrl }).initialize();
  try {
    await new AdminCommands(dataSource, 'ada').change('disable', email);
  } finally {
    await dataSource.destroy();
  }
  expect((await list(userId)).events[0]).toMatchObject({
    action: 'disabled',
    actorId: null,
    operator: 'ada',
  });
});

describe('throttled sign-ins', () => {
  const WINDOW_MS = 15 * 60_000;
  const windowNow = (): number => Math.floor(Date.now() / WINDOW_MS);

  const throttle = async (email: string, caller: ReturnType<typeof newCaller>): Promise<void> => {
    const codes: unknown[] = [];
    for (let round = 0; round < 12; round += 1)
      codes.push(await errorOf(accounts.signIn(email, 'not the password', caller)));
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(1);
  };

  it('are recorded once per quarter-hour and account, or per network if no account has the address', async () => {
    const { userId, email } = await accounts.registerAgent();
    const stranger = newCaller('2001:db8:77:1::1');
    const startedIn = windowNow();
    for (const caller of [newCaller(), newCaller()]) await throttle(email, caller);
    for (let round = 0; round < 3; round += 1) await throttle(`${randomUUID()}@example.com`, stranger);
    // One more if a quarter of an hour ended meanwhile.
    const windows = 1 + windowNow() - startedIn;
    // Copies write what they collected when they shut down.
    await accounts.closeCopies();
    const entries = await accounts.query<{ user_id: string | null; correlation_id: string; address: string }>(
      "SELECT user_id, correlation_id, address FROM audit_events WHERE action = 'sign-in-throttled'",
    );
    for (const entriesOfOne of [
      entries.filter((entry) => entry.user_id === userId),
      entries.filter((entry) => entry.user_id === null && entry.address === stranger.address),
    ]) {
      expect(entriesOfOne.length).toBeGreaterThanOrEqual(1);
      expect(entriesOfOne.length).toBeLessThanOrEqual(windows);
      expect(entriesOfOne[0]?.correlation_id).toMatch(/^[\w-]{8,64}$/);
    }
    expect(entries.length).toBeLessThanOrEqual(2 * windows);
  });
});
