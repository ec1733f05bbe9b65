import { randomUUID } from 'node:crypto';
import {
  changeChannel,
  leadSold,
  listChannels,
  resendOwnDelivery,
  rotateWebhookSecret,
  setUpWebhook,
} from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { toSettingsPurpose } from '../src/channels/settings-purpose.js';
import { newSale, newUser } from './fixtures.js';
import { HookServer, status } from './hook-server.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const hooks = new HookServer();
const caller = { address: '203.0.113.9', userAgent: null };

beforeAll(async () => {
  await hooks.listen();
  await notifier.start();
});
afterAll(async () => {
  await notifier.stop();
  await hooks.close();
});

async function setUp(path: string) {
  const user = newUser();
  await notifier.registerConfirmed(user);
  const { userId } = user;
  const url = hooks.urlOf(path);
  const { channel, secret } = await notifier.commands.send(setUpWebhook, { userId, url, caller });
  return { userId, channelId: channel.id, secret };
}

/** Sells a lead, and resolves with its webhook delivery once it has this status. */
async function sell(buyerId: string, expected: string) {
  const sale = newSale({ buyerId });
  await notifier.publish(leadSold, sale, sale.leadId);
  return waitFor(sale.leadId, expected);
}

const waitFor = (leadId: string, expected: string) =>
  eventually(
    async () => {
      const rows: { id: string; leadId: string; status: string }[] = await notifier.dataSource.query(
        `SELECT id, lead_id AS "leadId", status FROM deliveries WHERE lead_id = $1 AND kind = 'webhook'`,
        [leadId],
      );
      return rows.find((row) => row.status === expected) ?? false;
    },
    { timeoutMs: 60_000 },
  );

const readAddress = async (userId: string) =>
  (await notifier.commands.send(listChannels, { userId })).channels[0]?.address;

/** Returns the tables in which a text can be read. */
async function findReadable(text: string): Promise<string[]> {
  const tables: { name: string }[] = await notifier.dataSource.query(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1',
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows: unknown[] = await notifier.dataSource.query(
      `SELECT 1 FROM ${name} t WHERE position($1 IN t::text) > 0 LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it('is stored so that only its agent can read it', async () => {
  const path = `/services/${randomUUID()}?key=${randomUUID()}`;
  const { userId, channelId } = await setUp(path);
  await sell(userId, 'sent');
  hooks.script(path, status(410));
  const { id, leadId } = await sell(userId, 'failed');
  await notifier.commands.send(changeChannel, { userId, channelId, change: 'resume', caller });
  await notifier.commands.send(rotateWebhookSecret, { userId, channelId, caller });
  await notifier.commands.send(resendOwnDelivery, { deliveryId: id, buyerId: userId, caller });
  await waitFor(leadId, 'sent');
  expect(hooks.listReceived(path)).toHaveLength(3);
  expect(await readAddress(userId)).toBe(hooks.urlOf(path));
  expect(await findReadable(path)).toEqual([]);
  expect(await findReadable('127.0.0.1')).toEqual(['channels', 'deliveries']);
});

it('still gets leads if an earlier release stored it readable', async () => {
  const path = `/${randomUUID()}`;
  const { userId, channelId, secret } = await setUp(path);
  const cipher = new DataCipher(notifier.dataKeys);
  await notifier.dataSource.query('UPDATE channels SET address = $2, settings = $3 WHERE id = $1', [
    ...[channelId, hooks.urlOf(path)],
    cipher.encrypt(JSON.stringify({ secret, previous: [] }), toSettingsPurpose(channelId)),
  ]);
  expect(await readAddress(userId)).toBe(hooks.urlOf(path));
  await sell(userId, 'sent');
  expect(hooks.listReceived(path)).toHaveLength(1);
});
