import { randomUUID } from 'node:crypto';
import {
  changeChannel,
  type ChannelChange,
  listChannels,
  rotateWebhookSecret,
  setUpWebhook,
  testChannel,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HookServer, status, verifyHook } from './hook-server.js';
import { NotifierHarness, type SendingRow } from './notifier.harness.js';
import { caller } from './fixtures.js';

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

/** Registers an agent whose endpoint has a path of its own. */
async function setUp() {
  const { userId } = await notifier.registerConfirmed();
  const path = `/${userId}`;
  const url = hooks.urlOf(path);
  const { channel, secret } = await notifier.commands.send(setUpWebhook, { userId, url, caller });
  return { userId, path, secret, channelId: channel.id, channel };
}

const waitFor = (leadId: string, expected: Partial<SendingRow>) =>
  eventually(async () => {
    const row = await notifier.getDelivery(leadId, 'webhook');
    expect(row).toMatchObject(expected);
    return row;
  });

const change = (userId: string, channelId: string, what: ChannelChange) =>
  notifier.commands.send(changeChannel, { userId, channelId, change: what, caller });
const getChannel = async (userId: string) =>
  (await notifier.commands.send(listChannels, { userId })).channels[0];

describe('a webhook', () => {
  it('receives a sold lead, signed, in addition to the email', async () => {
    const { userId, path, secret, channel } = await setUp();
    expect(channel).toMatchObject({ kind: 'webhook', state: 'active', address: hooks.urlOf(path) });
    const sale = await notifier.sell(userId);
    const { messageId } = await waitFor(sale.leadId, { status: 'sent', attempts: 1 });
    const [hook, ...more] = hooks.listReceived(path);
    expect(more).toEqual([]);
    if (!hook) throw new Error('nothing arrived');
    expect(hook.headers['webhook-id']).toBe(messageId);
    expect(verifyHook(secret, hook)).toMatchObject({
      type: 'lead.sold',
      data: { lead_id: sale.leadId, full_name: 'Margaret Ellison' },
    });
    expect(() => verifyHook(secret, { ...hook, body: hook.body.replace('Margaret', 'Mallory') })).toThrow();
    expect(() =>
      verifyHook(secret, { ...hook, headers: { ...hook.headers, 'webhook-id': 'msg_other' } }),
    ).toThrow();
  });

  it('gets the same message under the same id after an error and after a lost answer', async () => {
    const { userId, path, secret } = await setUp();
    hooks.script(path, status(500), (response) => response.destroy());
    const sale = await notifier.sell(userId);
    const { id, messageId } = await waitFor(sale.leadId, { status: 'sent', attempts: 3 });
    const received = hooks.listReceived(path);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(messageId));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    for (const hook of received) expect(verifyHook(secret, hook)).toBeDefined();
    const attempts: unknown[] = await notifier.dataSource.query(
      `SELECT result, reason, provider_code AS "providerCode" FROM delivery_attempts
        WHERE delivery_id = $1 ORDER BY attempt`,
      [id],
    );
    expect(attempts).toEqual([
      { result: 'temporary', reason: 'TEMPORARY_ERROR', providerCode: 'HTTP_500' },
      { result: 'temporary', reason: 'CONNECTION_LOST', providerCode: 'ECONNRESET' },
      { result: 'accepted', reason: null, providerCode: null },
    ]);
  });

  it("waits for the time in the endpoint's Retry-After", async () => {
    const { userId, path } = await setUp();
    hooks.script(path, status(429, { 'retry-after': '600' }));
    const sale = await notifier.sell(userId);
    await waitFor(sale.leadId, { status: 'queued', attempts: 1, lastErrorCode: 'TEMPORARY_ERROR' });
    const [row]: { seconds: number }[] = await notifier.dataSource.query(
      `SELECT extract(epoch FROM next_attempt_at - now())::float8 AS seconds
         FROM deliveries WHERE lead_id = $1 AND kind = 'webhook'`,
      [sale.leadId],
    );
    expect(row?.seconds).toBeGreaterThan(400);
    expect(row?.seconds).toBeLessThanOrEqual(600);
  });

  it('is disabled after 410, and works again once resumed', async () => {
    const { userId, path, channelId } = await setUp();
    hooks.script(path, status(410));
    const lost = await notifier.sell(userId);
    await waitFor(lost.leadId, { status: 'failed', lastErrorCode: 'ENDPOINT_GONE' });
    expect(await getChannel(userId)).toMatchObject({ state: 'disabled', disabledReason: 'DESTINATION_GONE' });
    await change(userId, channelId, 'resume');
    const sale = await notifier.sell(userId);
    await waitFor(sale.leadId, { status: 'sent' });
    expect(await getChannel(userId)).toMatchObject({ state: 'active', failingSince: null });
  });

  it('gets nothing while paused, and a late delivery ends when the channel is gone', async () => {
    const { userId, path, channelId } = await setUp();
    await change(userId, channelId, 'pause');
    const unsent = await notifier.sell(userId);
    // Rows of all channels are added together.
    await notifier.waitForStatus(unsent.leadId, 'sent');
    expect(await notifier.listRows('deliveries', 'lead_id', unsent.leadId)).toHaveLength(1);
    await change(userId, channelId, 'resume');
    hooks.script(path, ...Array.from({ length: 9 }, () => status(503)));
    const late = await notifier.sell(userId);
    await eventually(() => hooks.listReceived(path).length > 0);
    await change(userId, channelId, 'remove');
    await waitFor(late.leadId, { status: 'failed', lastErrorCode: 'CHANNEL_OFF' });
    expect(await getChannel(userId)).toBeUndefined();
    const [stored]: { address: string; settings: string | null }[] = await notifier.dataSource.query(
      'SELECT address, settings FROM channels WHERE id = $1',
      [channelId],
    );
    expect(stored).toEqual({ address: '', settings: null });
  });

  it('whose lead cannot be read does not delay the others, and gets the lead once it can be read', async () => {
    const other = await setUp();
    const contents = new Map<string, unknown>();
    const leads: string[] = [];
    for (let agent = 0; agent < 2; agent += 1) {
      const { userId, path } = await setUp();
      hooks.script(path, status(503, { 'retry-after': '600' }));
      const { leadId } = await notifier.sell(userId);
      const { id } = await waitFor(leadId, { lastErrorCode: 'TEMPORARY_ERROR' });
      const [row]: { content: unknown }[] = await notifier.dataSource.query(
        'SELECT content FROM deliveries WHERE id = $1',
        [id],
      );
      contents.set(id, row?.content);
      leads.push(leadId);
    }
    const ids = [...contents.keys()];
    await notifier.dataSource.query(
      `UPDATE deliveries SET content = '"enc:unreadable"', next_attempt_at = now() WHERE id = ANY ($1)`,
      [ids],
    );
    const sale = await notifier.sell(other.userId);
    await waitFor(sale.leadId, { status: 'sent', attempts: 1 });
    await eventually(async () => {
      const postponed: { attempts: number }[] = await notifier.dataSource.query(
        `SELECT attempts - attempts_before AS attempts FROM deliveries
          WHERE id = ANY ($1) AND lease_until IS NULL AND next_attempt_at > now() + interval '30 s'`,
        [ids],
      );
      expect(postponed).toEqual([{ attempts: 1 }, { attempts: 1 }]);
    });

    for (const [id, content] of contents)
      await notifier.dataSource.query(
        'UPDATE deliveries SET content = $2, next_attempt_at = now() WHERE id = $1',
        [id, JSON.stringify(content)],
      );
    for (const leadId of leads) await waitFor(leadId, { status: 'sent' });
  });

  it('that is slow does not delay those of other agents', async () => {
    const slow = await setUp();
    const fast = await setUp();
    const held: (() => void)[] = [];
    hooks.script(
      slow.path,
      ...Array.from({ length: 40 }, () => (response: Parameters<ReturnType<typeof status>>[0]) => {
        held.push(() => status(200)(response));
      }),
    );
    const slowSales = [];
    for (let lead = 0; lead < 40; lead += 1) slowSales.push(await notifier.sell(slow.userId));
    // Two sends in each of the two copies.
    await eventually(() => expect(held.length).toBeGreaterThanOrEqual(2));
    const sale = await notifier.sell(fast.userId);
    await waitFor(sale.leadId, { status: 'sent' });
    const [open]: { count: number }[] = await notifier.dataSource.query(
      `SELECT count(*)::int AS count FROM deliveries
        WHERE channel_id = $1 AND status = 'queued' AND lease_until > now()`,
      [slow.channelId],
    );
    expect(open?.count).toBeLessThanOrEqual(4);
    const answering = setInterval(() => held.splice(0).forEach((answer) => answer()), 20);
    try {
      for (const { leadId } of slowSales) await waitFor(leadId, { status: 'sent' });
    } finally {
      clearInterval(answering);
    }
  });
});

describe('the secret', () => {
  it('is replaced without a gap: both sign for a day', async () => {
    const { userId, path, secret: old, channelId } = await setUp();
    const request = { userId, channelId, caller };
    const { secret, previousValidUntil } = await notifier.commands.send(rotateWebhookSecret, request);
    expect(secret).not.toBe(old);
    expect(Date.parse(previousValidUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const sale = await notifier.sell(userId);
    await waitFor(sale.leadId, { status: 'sent' });
    const [hook] = hooks.listReceived(path);
    if (!hook) throw new Error('nothing arrived');
    for (const valid of [old, secret]) expect(verifyHook(valid, hook)).toBeDefined();
    const signatures = String(hook.headers['webhook-signature']).split(' ');
    expect(signatures).toHaveLength(2);
    const tampered = { ...hook, body: `${hook.body} ` };
    for (const valid of [old, secret]) expect(() => verifyHook(valid, tampered)).toThrow();
  });

  it('is neither stored readable nor listed, and is nobody else’s', async () => {
    const { userId, secret, channelId } = await setUp();
    expect(JSON.stringify(await getChannel(userId))).not.toContain('whsec_');
    const stored: unknown[] = await notifier.dataSource.query('SELECT * FROM channels WHERE id = $1', [
      channelId,
    ]);
    expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
    const other = await notifier.registerConfirmed();
    await expect(
      notifier.commands.send(rotateWebhookSecret, { userId: other.userId, channelId, caller }),
    ).rejects.toMatchObject({ code: 'CHANNEL_NOT_FOUND' });
  });
});

describe('a test of a webhook', () => {
  it('shows what was sent and answered, shortened and without the secret', async () => {
    const { userId, path, secret, channelId } = await setUp();
    hooks.script(path, (response) => response.writeHead(422).end(`no such field ${'x'.repeat(5_000)}`));
    const result = await notifier.commands.send(testChannel, { userId, channelId });
    expect(result).toMatchObject({ isAccepted: false, reason: 'ENDPOINT_REFUSED' });
    expect(result.request).toContain(`POST ${hooks.urlOf(path)}`);
    expect(result.request).toContain('Sample Lead (test)');
    expect(result.response).toContain('HTTP 422');
    expect(result.response).toContain('no such field');
    for (const text of [result.request, result.response]) expect(text?.length).toBeLessThanOrEqual(2_000);
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(await notifier.commands.send(testChannel, { userId, channelId })).toMatchObject({
      isAccepted: true,
      reason: null,
    });
    expect(await getChannel(userId)).toMatchObject({ lastDelivery: null, failingSince: null });
  });
});

describe('setting up a webhook', () => {
  it('refuses an address inside a network and names the field', async () => {
    const { userId } = await notifier.registerConfirmed();
    const url = 'https://169.254.169.254/';
    await expect(notifier.commands.send(setUpWebhook, { userId, url, caller })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [expect.objectContaining({ field: 'url' })],
    });
  });

  it('replaces the address and the secret', async () => {
    const { userId, secret, channelId } = await setUp();
    const path = `/${randomUUID()}`;
    const again = await notifier.commands.send(setUpWebhook, { userId, url: hooks.urlOf(path), caller });
    expect(again.channel.id).toBe(channelId);
    expect(again.secret).not.toBe(secret);
    const sale = await notifier.sell(userId);
    await waitFor(sale.leadId, { status: 'sent' });
    const [hook] = hooks.listReceived(path);
    if (!hook) throw new Error('nothing arrived');
    expect(verifyHook(again.secret, hook)).toBeDefined();
    expect(() => verifyHook(secret, hook)).toThrow();
  });
});
