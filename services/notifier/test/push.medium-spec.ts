import { randomUUID } from 'node:crypto';
import {
  allowPush,
  getPushSetUp,
  leadSold,
  listDeliveriesOfLead,
  MAX_PUSH_BROWSERS,
  type PushSetUp,
  removePush,
  testPush,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import webPush from 'web-push';
import { newSale, type User } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';
import { PushSandbox, type SandboxBrowser } from './push-sandbox.js';

const notifier = new NotifierHarness();
const sandbox = new PushSandbox();
const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const caller = { address: '203.0.113.9', userAgent: WINDOWS_CHROME };

beforeAll(async () => {
  await sandbox.start();
  await notifier.start(sandbox.settings);
});
afterAll(async () => {
  await notifier.stop();
  await sandbox.stop();
});

const allow = (
  userId: string,
  { endpoint, keys, applicationServerKey }: SandboxBrowser,
  replaces?: string,
): Promise<PushSetUp> =>
  notifier.commands.send(allowPush, {
    userId,
    endpoint,
    ...keys,
    applicationServerKey,
    caller,
    ...(replaces !== undefined && { replaces }),
  });

const getSetUp = (userId: string) => notifier.commands.send(getPushSetUp, { userId });

async function setUp(): Promise<User & { browser: SandboxBrowser; browserId: string }> {
  const agent = await notifier.registerConfirmed();
  const browser = await sandbox.subscribe();
  const { browsers } = await allow(agent.userId, browser);
  return { ...agent, browser, browserId: browsers[0]?.id ?? '' };
}

async function sell(buyerId: string, soldAt = new Date()): Promise<string> {
  return (await notifier.sell(buyerId, { soldAt: soldAt.toISOString() })).leadId;
}

const waitFor = (leadId: string, status: 'sent' | 'failed') =>
  eventually(async () => {
    const rows = await notifier.listRows('push_messages', 'lead_id', leadId);
    if (rows.length === 0 || rows.some((row) => row.status !== status))
      throw new Error(`the notifications are ${JSON.stringify(rows)}`);
    return rows;
  });

describe('allowing notifications', () => {
  it('lists the browser by name, and stores its endpoint and keys encrypted', async () => {
    const { userId, browser, browserId } = await setUp();
    expect(await getSetUp(userId)).toEqual({
      applicationServerKey: sandbox.keys.publicKey,
      browsers: [
        {
          id: browserId,
          name: 'Chrome on Windows',
          endpointDigest: expect.stringMatching(/^[\w-]{43}$/),
          allowedAt: expect.any(String),
          endedAt: null,
          endReason: null,
          lastNotification: null,
        },
      ],
    });
    const rows: unknown[] = await notifier.dataSource.query(
      'SELECT * FROM push_subscriptions WHERE user_id = $1',
      [userId],
    );
    for (const secret of [browser.endpoint, browser.id, browser.keys.p256dh, browser.keys.auth])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('replaces the same browser, and the one that it names', async () => {
    const { userId, browser, browserId } = await setUp();
    const { browsers: again } = await allow(userId, browser);
    expect(again.map(({ id }) => id)).toEqual([browserId]);
    const { browsers } = await allow(userId, await sandbox.subscribe(), browser.endpoint);
    expect(browsers).toHaveLength(1);
    expect(browsers[0]?.id).not.toBe(browserId);
  });

  it('gives a browser to the agent who uses it now', async () => {
    const { userId, browser } = await setUp();
    const successor = await notifier.registerConfirmed();
    await allow(successor.userId, browser);
    expect((await getSetUp(userId)).browsers).toMatchObject([{ endReason: 'TAKEN_OVER' }]);
    await waitFor(await sell(successor.userId), 'sent');
    const leadId = await sell(userId);
    await notifier.waitForStatus(leadId, 'sent');
    expect(await notifier.listRows('push_messages', 'lead_id', leadId)).toEqual([]);
    expect(await sandbox.list(browser)).toHaveLength(1);
  });

  it('is possible on a bounded number of browsers', async () => {
    const { userId } = await notifier.registerConfirmed();
    for (let count = 0; count < MAX_PUSH_BROWSERS; count += 1) await allow(userId, await sandbox.subscribe());
    const oneMore = await sandbox.subscribe();
    await expect(allow(userId, oneMore)).rejects.toMatchObject({ code: 'PUSH_TOO_MANY_BROWSERS' });
    const [first] = (await getSetUp(userId)).browsers;
    await notifier.commands.send(removePush, { userId, browserId: first?.id ?? '', caller });
    await expect(allow(userId, oneMore)).resolves.toMatchObject({ browsers: { length: MAX_PUSH_BROWSERS } });
  });

  it('is refused for an unknown service, an invalid key, another key of ours, and an unknown account', async () => {
    const { userId } = await notifier.registerConfirmed();
    const browser = await sandbox.subscribe();
    const keys = { ...browser.keys, p256dh: `B${'A'.repeat(86)}` };
    for (const refused of [{ endpoint: 'https://10.0.0.1/push/abc' }, { keys }])
      await expect(allow(userId, { ...browser, ...refused })).rejects.toMatchObject({
        code: 'PUSH_SERVICE_UNKNOWN',
      });
    const old = await sandbox.subscribe(webPush.generateVAPIDKeys().publicKey);
    await expect(allow(userId, old)).rejects.toMatchObject({ code: 'PUSH_KEY_CHANGED' });
    await expect(allow(randomUUID(), browser)).rejects.toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    expect((await getSetUp(userId)).browsers).toEqual([]);
  });

  it('lets only its agent remove or test a browser', async () => {
    const { userId, browser, browserId } = await setUp();
    const stranger = await notifier.registerConfirmed();
    await notifier.commands.send(removePush, { userId: stranger.userId, browserId, caller });
    await expect(
      notifier.commands.send(testPush, { userId: stranger.userId, browserId }),
    ).rejects.toMatchObject({ code: 'PUSH_BROWSER_NOT_FOUND' });
    expect(await notifier.commands.send(testPush, { userId, browserId })).toMatchObject({ reason: null });
    expect((await sandbox.list(browser)).map(({ text }) => text)).toEqual([
      expect.stringContaining('"title":"Test notification"'),
    ]);
    expect(await notifier.commands.send(removePush, { userId, browserId, caller })).toMatchObject({
      browsers: [],
    });
  });
});

describe('the notification of a lead', () => {
  it('is sent once for a sale that is announced twice', async () => {
    const { userId, browser } = await setUp();
    const sale = newSale({ buyerId: userId, soldAt: new Date().toISOString() });
    await notifier.publish(leadSold, sale, sale.leadId);
    await notifier.publish(leadSold, sale, randomUUID());
    await notifier.waitForAcknowledgments();
    await waitFor(sale.leadId, 'sent');
    expect(await sandbox.list(browser)).toHaveLength(1);
  });

  it('arrives on each browser, with nothing that identifies a person', async () => {
    const { userId, browser } = await setUp();
    const phone = await sandbox.subscribe();
    await allow(userId, phone);
    const leadId = await sell(userId);
    await waitFor(leadId, 'sent');
    for (const one of [browser, phone]) {
      const [push, ...more] = await sandbox.list(one);
      expect(more).toEqual([]);
      expect(push).toMatchObject({ urgency: 'high', topic: leadId.replaceAll('-', '') });
      expect(push?.ttlSeconds).toBeGreaterThan(86_000);
      expect(push?.ttlSeconds).toBeLessThanOrEqual(86_400);
      expect(JSON.parse(push?.text ?? '')).toEqual({
        title: 'New lead',
        body: 'State: TX. Type: Indexed.',
        path: `/leads/${leadId}`,
        tag: leadId,
      });
    }
    expect((await getSetUp(userId)).browsers.map((one) => one.lastNotification?.status)).toEqual([
      'sent',
      'sent',
    ]);
  });

  it.each(['gone', 'unknown'] as const)('ends a browser whose push service answers %s', async (answer) => {
    const { userId, browser } = await setUp();
    await sandbox.setAnswer(browser, answer);
    await waitFor(await sell(userId), 'failed');
    const [listed] = (await getSetUp(userId)).browsers;
    expect(listed).toMatchObject({ endReason: 'GONE', endedAt: expect.any(String) });
    const [stored]: { settings: string | null }[] = await notifier.dataSource.query(
      'SELECT settings FROM push_subscriptions WHERE id = $1',
      [listed?.id],
    );
    expect(stored?.settings).toBeNull();
    const later = await sell(userId);
    await notifier.waitForStatus(later, 'sent');
    expect(await notifier.listRows('push_messages', 'lead_id', later)).toEqual([]);
    await sandbox.setAnswer(browser, null);
    expect((await allow(userId, browser)).browsers).toMatchObject([{ endedAt: null, endReason: null }]);
    await waitFor(await sell(userId), 'sent');
  });

  it('is not repeated after a refusal', async () => {
    for (const answer of ['too-large', 'bad-request'] as const) {
      const { userId, browser } = await setUp();
      await sandbox.setAnswer(browser, answer);
      const [row] = await waitFor(await sell(userId), 'failed');
      expect(row).toMatchObject({ attempts: 1, lastErrorCode: 'MESSAGE_REFUSED' });
      expect((await getSetUp(userId)).browsers).toMatchObject([{ endedAt: null }]);
    }
  });

  it('is repeated after an outage, an unanswered request and a refused key', async () => {
    const { userId, browser } = await setUp();
    await sandbox.addFault(browser, { kind: 'status', status: 503 });
    await sandbox.addFault(browser, { kind: 'lost-request' });
    await sandbox.addFault(browser, { kind: 'status', status: 403 });
    const [row] = await waitFor(await sell(userId), 'sent');
    expect(row?.attempts).toBe(4);
    expect(await sandbox.list(browser)).toHaveLength(1);
  });

  it('waits as long as the push service asks', async () => {
    const { userId, browser } = await setUp();
    await sandbox.addFault(browser, { kind: 'status', status: 429, retryAfterSeconds: 600 });
    const leadId = await sell(userId);
    const waiting = await eventually(async () => {
      const rows: { waitSeconds: number; reason: string | null }[] = await notifier.dataSource.query(
        `SELECT extract(epoch FROM next_attempt_at - now())::float8 AS "waitSeconds", last_error_code AS reason
           FROM push_messages WHERE lead_id = $1`,
        [leadId],
      );
      const [row] = rows;
      if (!row?.reason) throw new Error('not tried yet');
      return row;
    });
    expect(waiting.reason).toBe('RATE_LIMITED');
    expect(waiting.waitSeconds).toBeGreaterThan(500);
  });

  it('replaces its first copy if the answer to it was lost', async () => {
    const { userId, browser } = await setUp();
    await sandbox.addFault(browser, { kind: 'lost-answer' });
    await waitFor(await sell(userId), 'sent');
    const [first, second, ...more] = await sandbox.list(browser);
    expect(more).toEqual([]);
    expect(second?.topic).toBe(first?.topic);
    expect(second?.text).toBe(first?.text);
  });

  it('is not sent when it is no longer useful', async () => {
    const { userId, browser } = await setUp();
    const [row] = await waitFor(await sell(userId, new Date(Date.now() - 25 * 3_600_000)), 'failed');
    expect(row?.lastErrorCode).toBe('NO_LONGER_USEFUL');
    expect(await sandbox.list(browser)).toEqual([]);
  });
});

describe('a notification and the deliveries of its lead', () => {
  it('does not count as a delivery: a lead that reached nobody by email is undeliverable', async () => {
    const { userId, email, browser } = await setUp();
    notifier.mailServer.script(email, { answer: 554 });
    const leadId = await sell(userId);
    await waitFor(leadId, 'sent');
    expect(await sandbox.list(browser)).toHaveLength(1);
    const published = await eventually(async () => {
      const messages = await notifier.listAllPublished();
      const found = messages.filter(({ payload }) => payload['leadId'] === leadId).map(({ name }) => name);
      if (!found.includes('notifications.lead-undeliverable')) throw new Error(`published ${String(found)}`);
      return found;
    });
    expect(published).not.toContain('notifications.lead-delivered');
    const { deliveries } = await notifier.commands.send(listDeliveriesOfLead, { leadId, buyerId: null });
    expect(deliveries.map(({ channel, status }) => [channel, status])).toEqual([['email', 'failed']]);
  });

  it('delays and fails nothing: the email is sent while the push service is down', async () => {
    const { userId, browser } = await setUp();
    await sandbox.setAnswer(browser, 'forbidden');
    const leadId = await sell(userId);
    await notifier.waitForStatus(leadId, 'sent');
    const [row] = await notifier.listRows('push_messages', 'lead_id', leadId);
    expect(row?.status).toBe('queued');
  });
});
