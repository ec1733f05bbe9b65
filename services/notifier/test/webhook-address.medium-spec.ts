import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import {
  buyerClosed,
  changeChannel,
  type DeliveryState,
  listChannels,
  REMOVED,
  resendOwnDelivery,
  rotateWebhookSecret,
  setUpWebhook,
  testChannel,
} from '@desk/contracts';
import { createTestRedis, eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { exportAgent, getAgentStatus } from '../src/agent-erasure/agent-status.repository.js';
import { caller } from './fixtures.js';
import { HookServer, status } from './hook-server.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const hooks = new HookServer();

beforeAll(async () => {
  await hooks.listen();
  await notifier.start();
});
afterAll(async () => {
  await notifier.stop();
  await hooks.close();
});

async function setUp(path: string) {
  const { userId } = await notifier.registerConfirmed();
  return { userId, ...(await setUpFor(userId, path)) };
}

async function setUpFor(userId: string, path: string) {
  const url = hooks.urlOf(path);
  const { channel, secret } = await notifier.commands.send(setUpWebhook, { userId, url, caller });
  return { channelId: channel.id, secret };
}

/** Returns a path of two secret parts, because either could be stored without the other. */
function newPath() {
  const secrets = [randomUUID(), randomUUID()];
  return { secrets, path: `/services/${secrets[0]}?key=${secrets[1]}` };
}

/** Sells a lead, and resolves with its webhook delivery once it has this status. */
async function sell(buyerId: string, expected: DeliveryState) {
  const { leadId } = await notifier.sell(buyerId);
  return { leadId, ...(await waitFor(leadId, expected)) };
}

const waitFor = (leadId: string, expected: DeliveryState) =>
  notifier.waitForStatus(leadId, expected, 'webhook');

const readAddress = async (userId: string) =>
  (await notifier.commands.send(listChannels, { userId })).channels[0]?.address;

const changeTo = (change: 'resume' | 'remove', userId: string, channelId: string) =>
  notifier.commands.send(changeChannel, { userId, channelId, change, caller });

/** Returns the tables in which any of these texts can be read. */
async function findReadable(...texts: readonly string[]): Promise<string[]> {
  const tables: { name: string }[] = await notifier.dataSource.query(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1',
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows: unknown[] = await notifier.dataSource.query(
      `SELECT 1 FROM ${name} t WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) s WHERE position(s IN t::text) > 0) LIMIT 1`,
      [texts],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Returns all commands that Redis got meanwhile. Reading its keys at the end would miss deleted ones. */
async function recordRedis(run: () => Promise<void>): Promise<string> {
  const { hostname, port, password } = new URL(createTestRedis().url);
  const monitor = connect(Number(port), hostname).setEncoding('utf8');
  let commands = '';
  monitor.on('data', (text: string) => (commands += text));
  if (password) monitor.write(`AUTH ${password}\r\n`);
  monitor.write('MONITOR\r\n');
  try {
    await eventually(() => commands.includes('+OK'));
    await run();
    const end = randomUUID();
    const redis = new Redis(createTestRedis().url);
    await redis.echo(end);
    redis.disconnect();
    await eventually(() => commands.includes(end));
  } finally {
    monitor.destroy();
  }
  return commands;
}

/** Uses a webhook in every way that has to do with its address. Returns the lead that was sent only at the second request. */
async function useWebhook(userId: string, channelId: string, path: string) {
  await notifier.commands.send(testChannel, { userId, channelId });
  await sell(userId, 'sent');
  hooks.script(path, status(410));
  const { id, leadId } = await sell(userId, 'failed');
  await changeTo('resume', userId, channelId);
  await notifier.commands.send(rotateWebhookSecret, { userId, channelId, caller });
  await notifier.commands.send(resendOwnDelivery, { deliveryId: id, buyerId: userId, caller });
  await waitFor(leadId, 'sent');
  return leadId;
}

it('is stored so that only its agent can read it', async () => {
  const { secrets, path } = newPath();
  const { userId, channelId } = await setUp(newPath().path);
  let leadId = '';
  const commands = await recordRedis(async () => {
    await setUpFor(userId, path);
    leadId = await useWebhook(userId, channelId, path);
  });
  expect(hooks.listReceived(path)).toHaveLength(4);
  expect(await readAddress(userId)).toBe(hooks.urlOf(path));
  expect(await findReadable(...secrets)).toEqual([]);
  expect(await findReadable('127.0.0.1')).toEqual(['channels', 'deliveries']);
  const exported = await exportAgent(notifier.dataSource, userId);
  for (const text of [commands, notifier.logLines.join(''), JSON.stringify(exported)])
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  // Guards against searching text that has nothing to do with this webhook.
  for (const text of [commands, notifier.logLines.join('')]) expect(text.includes(leadId)).toBe(true);
});

it('is forgotten when it is replaced or removed, and a lead sold before goes to the new one', async () => {
  const first = newPath();
  const second = newPath();
  const { userId, channelId } = await setUp(first.path);
  hooks.script(first.path, status(410));
  const { id, leadId } = await sell(userId, 'failed');
  await setUpFor(userId, second.path);
  await notifier.commands.send(resendOwnDelivery, { deliveryId: id, buyerId: userId, caller });
  await waitFor(leadId, 'sent');
  expect(hooks.listReceived(first.path)).toHaveLength(1);
  expect(hooks.listReceived(second.path)).toHaveLength(1);
  await changeTo('remove', userId, channelId);
  const [row]: object[] = await notifier.dataSource.query(
    'SELECT address, settings FROM channels WHERE id = $1',
    [channelId],
  );
  expect(row).toEqual({ address: '', settings: null });
  expect(await findReadable(...first.secrets, ...second.secrets)).toEqual([]);
});

it('is logged as it was at the last attempt', async () => {
  const { path } = newPath();
  const { userId, channelId } = await setUp(path);
  // Changes during the first attempt.
  hooks.script(path, (response) => {
    void notifier.dataSource
      .query("UPDATE channels SET address = 'new.example' WHERE id = $1", [channelId])
      .then(() => status(503)(response));
  });
  const { id } = await sell(userId, 'sent');
  const rows: object[] = await notifier.dataSource.query('SELECT address FROM deliveries WHERE id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ address: 'new.example' }]);
});

it('gets the leads that were sold before its agent was erased', async () => {
  const { path } = newPath();
  const { userId: buyerId } = await setUp(path);
  hooks.script(path, ...Array.from({ length: 20 }, () => status(503)));
  const { leadId } = await sell(buyerId, 'queued');
  await eventually(() => hooks.listReceived(path).length > 0);
  const at = new Date().toISOString();
  await notifier.publish(buyerClosed, { buyerId, undeliveredLeadIds: [leadId], at }, buyerId);
  await eventually(async () => {
    const closing: unknown[] = await notifier.dataSource.query(
      'SELECT 1 FROM channels WHERE buyer_id = $1 AND closing_at IS NOT NULL',
      [buyerId],
    );
    return closing.length > 0;
  });
  hooks.script(path);
  await waitFor(leadId, 'sent');
});

it('is gone, with its host, once its agent is erased', async () => {
  const { path } = newPath();
  const { userId: buyerId, channelId } = await setUp(path);
  const { id } = await sell(buyerId, 'sent');
  await notifier.waitForAcknowledgments();
  const at = new Date().toISOString();
  await notifier.publish(buyerClosed, { buyerId, undeliveredLeadIds: [], at }, buyerId);
  await eventually(async () => (await getAgentStatus(notifier.dataSource, buyerId)).isErased);
  const rows: object[] = await notifier.dataSource.query(
    `SELECT address, settings FROM channels WHERE id = $1
      UNION ALL SELECT address, NULL FROM deliveries WHERE id = $2`,
    [channelId, id],
  );
  expect(rows).toEqual([
    { address: REMOVED, settings: null },
    { address: REMOVED, settings: null },
  ]);
});
