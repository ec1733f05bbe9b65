import { leadSold, listChannels, setUpWebhook, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSale, newUser } from './fixtures.js';
import { HookServer, status } from './hook-server.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const hooks = new HookServer();
const caller = { address: '203.0.113.9', userAgent: null };
const WAIT = { timeoutMs: 60_000 };

beforeAll(async () => {
  await hooks.listen();
  await notifier.start();
});
afterAll(async () => {
  await notifier.stop();
  await hooks.close();
});

const getChannel = async (userId: string) =>
  (await notifier.commands.send(listChannels, { userId })).channels[0];

/** An agent whose endpoint answers every message with 503. */
async function newFailingAgent() {
  const user = newUser();
  await notifier.publish(userRegistered, user, user.userId);
  await eventually(async () => {
    const rows: unknown[] = await notifier.dataSource.query('SELECT 1 FROM channels WHERE buyer_id = $1', [
      user.userId,
    ]);
    return rows.length > 0;
  }, WAIT);
  const path = `/${user.userId}`;
  const { channel } = await notifier.commands.send(setUpWebhook, {
    ...{ userId: user.userId, url: hooks.urlOf(path), caller },
  });
  hooks.script(path, ...Array.from({ length: 50 }, () => status(503)));
  const sale = newSale({ buyerId: user.userId });
  await notifier.publish(leadSold, sale, sale.leadId);
  await eventually(async () => typeof (await getChannel(user.userId))?.failingSince === 'string', WAIT);
  return { ...user, path, channelId: channel.id, leadId: sale.leadId };
}
type Agent = Awaited<ReturnType<typeof newFailingAgent>>;

/** Moves the first failure back, which for the rule is as if so much time had passed, and waits for one more attempt. */
async function failAgainAfter({ channelId, leadId }: Agent, interval: string): Promise<void> {
  const { attempts } = await notifier.getDelivery(leadId, 'webhook');
  await notifier.dataSource.query('UPDATE channels SET failing_since = now() - $2::interval WHERE id = $1', [
    channelId,
    interval,
  ]);
  await notifier.dataSource.query(
    "UPDATE deliveries SET next_attempt_at = now() WHERE lead_id = $1 AND kind = 'webhook' AND lease_until IS NULL",
    [leadId],
  );
  await eventually(async () => {
    const row = await notifier.getDelivery(leadId, 'webhook');
    return row.attempts > attempts && row.leaseUntil === null;
  }, WAIT);
}

describe('a webhook that accepts nothing', () => {
  it('is still tried a minute before five days, and turned off after five days', async () => {
    const agent = await newFailingAgent();
    await failAgainAfter(agent, '4 days 23:55');
    expect(await getChannel(agent.userId)).toMatchObject({ state: 'active' });

    await failAgainAfter(agent, '5 days');
    expect(await getChannel(agent.userId)).toMatchObject({
      ...{ state: 'disabled', disabledReason: 'FAILING_FOR_DAYS' },
    });
    // What is still queued ends, and the agent reads about it.
    await notifier.dataSource.query(
      "UPDATE deliveries SET next_attempt_at = now() WHERE lead_id = $1 AND kind = 'webhook'",
      [agent.leadId],
    );
    await eventually(
      async () => (await notifier.getDelivery(agent.leadId, 'webhook')).lastErrorCode === 'CHANNEL_OFF',
      WAIT,
    );
    await eventually(
      () =>
        Promise.resolve(
          notifier.mailServer
            .listReceived(agent.email)
            .some(({ mail }) => /webhook/i.test(mail.subject ?? '')),
        ),
      WAIT,
    );
  }, 180_000);

  it('has five days again after it accepted one message', async () => {
    const agent = await newFailingAgent();
    hooks.script(agent.path);
    await failAgainAfter(agent, '4 days 23:55');
    expect(await notifier.getDelivery(agent.leadId, 'webhook')).toMatchObject({ status: 'sent' });
    expect(await getChannel(agent.userId)).toMatchObject({ state: 'active', failingSince: null });
  }, 180_000);
});
