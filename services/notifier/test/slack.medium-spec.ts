import { randomUUID } from 'node:crypto';
import {
  type AgentChannel,
  changeChannel,
  completeSlackSetUp,
  connectSlack,
  getSlackSetUp,
  listChannels,
  listDeliveriesOfLead,
  startSlackSetUp,
  testChannel,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';
import { SlackSandbox } from './slack-sandbox.js';

const notifier = new NotifierHarness();
const sandbox = new SlackSandbox();

beforeAll(async () => {
  await sandbox.start();
  await notifier.start(sandbox.settings);
});
afterAll(async () => {
  await notifier.stop();
  await sandbox.stop();
});

const newName = (): string => `leads-${randomUUID().slice(0, 8)}`;

const newAgent = async (): Promise<string> => (await notifier.registerConfirmed()).userId;

/** Goes to Slack and back, and returns what our page gets. */
async function allow(userId: string, name: string): Promise<{ code: string; state: string }> {
  const { url } = await notifier.commands.send(startSlackSetUp, { userId });
  const query = await sandbox.answer(url, 'allow', name);
  return { code: query.get('code') ?? '', state: query.get('state') ?? '' };
}

const complete = (userId: string, answer: { code: string; state: string }) =>
  notifier.commands.send(completeSlackSetUp, { userId, ...answer, caller });

async function setUp(name = newName()): Promise<{ userId: string; channelId: string; name: string }> {
  const userId = await newAgent();
  const { channel } = await complete(userId, await allow(userId, name));
  return { userId, channelId: channel.id, name };
}

const getChannel = async (userId: string): Promise<AgentChannel | undefined> =>
  (await notifier.commands.send(listChannels, { userId })).channels[0];

const sell = async (buyerId: string): Promise<string> => (await notifier.sell(buyerId)).leadId;

const waitFor = (leadId: string, status: 'sent' | 'failed') =>
  eventually(async () => {
    const { deliveries } = await notifier.commands.send(listDeliveriesOfLead, { leadId, buyerId: null });
    const delivery = deliveries.find(({ channel }) => channel === 'slack');
    if (delivery?.status !== status) throw new Error(`the delivery is ${JSON.stringify(delivery)}`);
    return delivery;
  });

const listLeads = async (name: string) => (await sandbox.list(name)).filter(({ payload }) => payload.blocks);

describe('connecting Slack', () => {
  it('asks for the few permissions that are needed, and greets the chosen channel', async () => {
    const userId = await newAgent();
    const name = newName();
    expect(await notifier.commands.send(getSlackSetUp, { userId })).toEqual({ isAvailable: true });
    const { url } = await notifier.commands.send(startSlackSetUp, { userId });
    const query = new URL(url).searchParams;
    expect(query.get('scope')).toBe('chat:write,chat:write.public,incoming-webhook');
    expect(query.get('redirect_uri')).toBe('https://desk.example/integrations/slack');
    const { channel } = await complete(userId, await allow(userId, name));
    expect(channel).toMatchObject({ kind: 'slack', state: 'active', address: `#${name} in Sandbox` });
    expect((await sandbox.list(name)).map(({ text }) => text)).toEqual([
      'Annuity Desk is connected. New leads will arrive here.',
    ]);
  });

  it('is completed once, and only by the agent who started it', async () => {
    const [userId, stranger] = [await newAgent(), await newAgent()];
    const answer = await allow(userId, newName());
    await expect(complete(stranger, answer)).rejects.toMatchObject({ code: 'SLACK_SET_UP_EXPIRED' });
    await expect(complete(userId, { ...answer, state: 'made-up' })).rejects.toMatchObject({
      code: 'SLACK_SET_UP_EXPIRED',
    });
    await expect(complete(userId, answer)).resolves.toBeDefined();
    await expect(complete(userId, answer)).rejects.toMatchObject({ code: 'SLACK_SET_UP_EXPIRED' });
    expect(await getChannel(stranger)).toBeUndefined();
  });

  it('ends when it takes too long', async () => {
    const userId = await newAgent();
    const answer = await allow(userId, newName());
    await notifier.runAsOwner(
      `UPDATE slack_set_ups SET expires_at = now() - interval '1 s' WHERE user_id = '${userId}'`,
    );
    await expect(complete(userId, answer)).rejects.toMatchObject({ code: 'SLACK_SET_UP_EXPIRED' });
  });

  it('stores neither the state nor a readable token', async () => {
    const userId = await newAgent();
    const answer = await allow(userId, newName());
    await complete(userId, answer);
    const rows: unknown[] = await notifier.dataSource.query(
      'SELECT s.digest, c.settings FROM slack_set_ups s JOIN channels c ON c.buyer_id = s.user_id WHERE s.user_id = $1 AND c.settings IS NOT NULL',
      [userId],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(answer.state);
    expect(JSON.stringify(rows)).not.toContain('xoxb');
  });

  it('connects nothing in which our app may not post, and says what to do', async () => {
    const userId = await newAgent();
    const name = newName();
    const answer = await allow(userId, name);
    await sandbox.refuse(name, 'not_in_channel');
    await expect(complete(userId, answer)).rejects.toMatchObject({
      code: 'SLACK_REFUSED',
      message:
        'Our app is not in this Slack channel. Invite it there with /invite, then connect the channel again.',
    });
    expect(await getChannel(userId)).toBeUndefined();
  });

  it('connects although the answer to the greeting was lost', async () => {
    const userId = await newAgent();
    const answer = await allow(userId, newName());
    await sandbox.addFault({ kind: 'lost-answer' });
    await expect(complete(userId, answer)).resolves.toMatchObject({ channel: { state: 'active' } });
  });

  it('says so while Slack is down', async () => {
    const userId = await newAgent();
    const answer = await allow(userId, newName());
    await sandbox.addFault({ kind: 'status', status: 503 }, '/api/oauth.v2.access');
    await expect(complete(userId, answer)).rejects.toMatchObject({ code: 'SLACK_UNAVAILABLE' });
  });

  it('can be done by an admin with a token, which is on record', async () => {
    const [userId, actorId, name] = [await newAgent(), randomUUID(), newName()];
    const slackChannelId = sandbox.toChannelId(name);
    const connect = (token: string) =>
      notifier.commands.send(connectSlack, { userId, actorId, token, slackChannelId, caller });
    await expect(connect('xoxb-invalid-0000000000')).rejects.toMatchObject({ code: 'SLACK_REFUSED' });
    const { channel } = await connect('xoxb-0000000000-abcdef');
    expect(channel).toMatchObject({ state: 'active', address: `${slackChannelId} in Sandbox` });
    const actions = (await notifier.listAllPublished()).filter(({ payload }) => payload.userId === userId);
    expect(actions.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ action: 'channel-set-up', actorId }),
    );
    expect(await waitFor(await sell(userId), 'sent')).toMatchObject({ attempts: 1 });
  });
});

describe('a lead in Slack', () => {
  it('is posted once, without what is not needed to call', async () => {
    const { userId, name } = await setUp();
    const leadId = await sell(userId);
    const delivery = await waitFor(leadId, 'sent');
    const [post, ...more] = await listLeads(name);
    expect(more).toEqual([]);
    expect(post?.payload.metadata?.event_payload).toEqual({ delivery_id: delivery.id, lead_id: leadId });
    expect(JSON.stringify(post)).toContain(`https://desk.example/leads/${leadId}`);
    expect(JSON.stringify(post)).not.toMatch(/78701|203\.0\.113\.7|trustedform/);
    expect(await getChannel(userId)).toMatchObject({ lastDelivery: { status: 'sent' } });
  });

  it('is posted again after an outage and too many requests', async () => {
    const { userId, name } = await setUp();
    await sandbox.addFault({ kind: 'status', status: 503 });
    await sandbox.addFault({ kind: 'status', status: 429, retryAfterSeconds: 2 });
    const delivery = await waitFor(await sell(userId), 'sent');
    expect(delivery.attempts).toBe(3);
    expect(await listLeads(name)).toHaveLength(1);
  });

  it('waits as long as Slack asks', async () => {
    const { userId, name } = await setUp();
    await sandbox.addFault({ kind: 'status', status: 429, retryAfterSeconds: 4 });
    const leadId = await sell(userId);
    await waitFor(leadId, 'sent');
    const attempts: { attempt: number; at: Date; reason: string | null }[] = await notifier.dataSource.query(
      `SELECT a.attempt, a.started_at AS at, a.reason FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id
        WHERE d.lead_id = $1 AND d.kind = 'slack' ORDER BY a.attempt`,
      [leadId],
    );
    expect(attempts.map(({ reason }) => reason)).toEqual(['RATE_LIMITED', null]);
    const [first, second] = attempts.map(({ at }) => at.getTime());
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(3_900);
    expect(await listLeads(name)).toHaveLength(1);
  });

  it('arrives twice, with the same id, if the answer of Slack was lost', async () => {
    const { userId, name } = await setUp();
    await sandbox.addFault({ kind: 'lost-answer' });
    const delivery = await waitFor(await sell(userId), 'sent');
    expect(delivery.attempts).toBe(2);
    const ids = (await listLeads(name)).map(({ payload }) => payload.metadata?.event_payload.delivery_id);
    expect(ids).toEqual([delivery.id, delivery.id]);
  });

  it('keeps to the pace that Slack accepts', async () => {
    const { userId, name } = await setUp();
    const leads = await Promise.all([1, 2, 3].map(() => sell(userId)));
    for (const leadId of leads) expect(await waitFor(leadId, 'sent')).toMatchObject({ attempts: 1 });
    expect(await listLeads(name)).toHaveLength(3);
  });

  it('turns the channel off if it is refused for good, mails the agent why, and is posted once it is connected again', async () => {
    const { userId, channelId, name } = await setUp();
    await sandbox.refuse(name, 'token_revoked');
    const reason = 'ACCESS_REVOKED';
    expect(await waitFor(await sell(userId), 'failed')).toMatchObject({ attempts: 1, lastErrorCode: reason });
    expect(await getChannel(userId)).toMatchObject({ state: 'disabled', disabledReason: reason });
    await eventually(async () => {
      const mails: unknown[] = await notifier.dataSource.query(
        "SELECT 1 FROM account_mails WHERE user_id = $1 AND content->>'subject' = 'channel-disabled' AND status = 'sent'",
        [userId],
      );
      expect(mails).toHaveLength(1);
    });
    const resume = { userId, channelId, change: 'resume', caller } as const;
    await expect(notifier.commands.send(changeChannel, resume)).rejects.toMatchObject({
      code: 'CHANNEL_NEEDS_SET_UP',
    });
    const { channel } = await complete(userId, await allow(userId, name));
    expect(channel).toMatchObject({ id: channelId, state: 'active', disabledReason: null });
    await waitFor(await sell(userId), 'sent');
  });

  it('can be tried, paused and removed', async () => {
    const { userId, channelId, name } = await setUp();
    const test = await notifier.commands.send(testChannel, { userId, channelId });
    expect(test).toMatchObject({ isAccepted: true, reason: null, response: null });
    await sandbox.refuse(name, 'is_archived');
    expect(await notifier.commands.send(testChannel, { userId, channelId })).toMatchObject({
      isAccepted: false,
      reason: 'DESTINATION_GONE',
      response: 'is_archived',
    });
    const change = (what: 'pause' | 'remove') =>
      notifier.commands.send(changeChannel, { userId, channelId, change: what, caller });
    expect((await change('pause')).channel).toMatchObject({ state: 'paused' });
    expect((await change('remove')).channel).toBeNull();
    const [row]: object[] = await notifier.dataSource.query(
      'SELECT settings, address FROM channels WHERE id = $1',
      [channelId],
    );
    expect(row).toEqual({ settings: null, address: '' });
  });
});
