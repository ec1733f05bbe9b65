import { listChannels, setUpWebhook } from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AttemptedDestination,
  OptionalChannelRepository,
} from '../src/channels/optional-channel.repository.js';
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

const getChannel = async (userId: string) =>
  (await notifier.commands.send(listChannels, { userId })).channels[0];

/** An agent with a webhook that accepts everything. */
async function newAgent() {
  const user = await notifier.registerConfirmed();
  const path = `/${user.userId}`;
  return { ...user, path, channelId: await setUp(user.userId, path) };
}

async function setUp(userId: string, path: string): Promise<string> {
  const { channel } = await notifier.commands.send(setUpWebhook, { userId, url: hooks.urlOf(path), caller });
  return channel.id;
}

const sell = async (buyerId: string): Promise<string> => (await notifier.sell(buyerId)).leadId;

/** An agent whose endpoint answers every message with 503. Further attempts are made when a test makes them due. */
async function newFailingAgent(retryAfter = '600') {
  const agent = await newAgent();
  const failing = status(503, { 'retry-after': retryAfter });
  hooks.script(agent.path, ...Array.from({ length: 50 }, () => failing));
  const leadId = await sell(agent.userId);
  await eventually(async () => typeof (await getChannel(agent.userId))?.failingSince === 'string');
  return { ...agent, leadId };
}
type Agent = Awaited<ReturnType<typeof newFailingAgent>>;

/**
 * Moves the failures into the past, as if messages had failed for this long until `lastFailure` ago, and waits for one
 * more attempt.
 */
async function failAgainAfter(
  { channelId, leadId }: Agent,
  triedFor: string,
  lastFailure = '0 s',
): Promise<void> {
  const { attempts } = await notifier.getDelivery(leadId, 'webhook');
  await notifier.dataSource.query(
    `UPDATE channels
        SET failing_since = now() - $2::interval - $3::interval, last_failed_at = now() - $3::interval,
            failing_seconds = extract(epoch FROM $2::interval)
      WHERE id = $1`,
    [channelId, triedFor, lastFailure],
  );
  await notifier.dataSource.query(
    "UPDATE deliveries SET next_attempt_at = now() WHERE lead_id = $1 AND kind = 'webhook' AND lease_until IS NULL",
    [leadId],
  );
  await eventually(async () => {
    const row = await notifier.getDelivery(leadId, 'webhook');
    return row.attempts > attempts && row.leaseUntil === null;
  });
}

describe('a webhook that accepts nothing', () => {
  it('is still tried five minutes before five days, and turned off after five days', async () => {
    const agent = await newFailingAgent();
    await failAgainAfter(agent, '4 days 23:55');
    expect(await getChannel(agent.userId)).toMatchObject({ state: 'active' });

    await failAgainAfter(agent, '5 days');
    expect(await getChannel(agent.userId)).toMatchObject({
      state: 'disabled',
      disabledReason: 'FAILING_FOR_DAYS',
    });
    // What is still queued ends, and the agent reads about it.
    await notifier.dataSource.query(
      "UPDATE deliveries SET next_attempt_at = now() WHERE lead_id = $1 AND kind = 'webhook'",
      [agent.leadId],
    );
    await eventually(
      async () => (await notifier.getDelivery(agent.leadId, 'webhook')).lastErrorCode === 'CHANNEL_OFF',
    );
    const subject = 'Webhook: your leads no longer arrive there';
    await eventually(() =>
      notifier.mailServer.listReceived(agent.email).some(({ mail }) => mail.subject === subject),
    );
  });

  it('is still tried if it failed for a day only, and had no leads since', async () => {
    const agent = await newFailingAgent();
    await failAgainAfter(agent, '1 day', '6 days');
    expect(await getChannel(agent.userId)).toMatchObject({ state: 'active' });
  });

  it('has five days again after it accepted one message', async () => {
    const agent = await newFailingAgent();
    hooks.script(agent.path);
    await failAgainAfter(agent, '4 days 23:55');
    expect(await notifier.getDelivery(agent.leadId, 'webhook')).toMatchObject({ status: 'sent' });
    // Recorded after the message.
    await eventually(async () => (await getChannel(agent.userId))?.failingSince === null);
    expect(await getChannel(agent.userId)).toMatchObject({ state: 'active' });
  });

  it('gets a message once, even if the end of its failures cannot be recorded', async () => {
    const { userId, path, channelId } = await newAgent();
    await notifier.dataSource.query('UPDATE channels SET failing_since = now() WHERE id = $1', [channelId]);
    await notifier.runAsOwner(`
      CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$;
      CREATE TRIGGER refuse_end BEFORE UPDATE ON channels FOR EACH ROW
        WHEN (OLD.failing_since IS NOT NULL AND NEW.failing_since IS NULL) EXECUTE FUNCTION refuse_end()`);
    try {
      const leadId = await sell(userId);
      expect(await notifier.waitForStatus(leadId, 'sent', 'webhook')).toMatchObject({ attempts: 1 });
      expect(hooks.listReceived(path)).toHaveLength(1);
    } finally {
      await notifier.runAsOwner('DROP TRIGGER refuse_end ON channels; DROP FUNCTION refuse_end');
    }
  });
});

describe('after a change of address', () => {
  /** Keeps the next message to the endpoint waiting. Returns a function that answers it. */
  function hold(path: string): (code: number) => void {
    let answer: (code: number) => void = () => {
      throw new Error('nothing has arrived');
    };
    hooks.script(path, (response) => (answer = (code) => status(code)(response)));
    return (code) => answer(code);
  }

  async function moveWhileHeld() {
    const agent = await newAgent();
    const answer = hold(agent.path);
    const leadId = await sell(agent.userId);
    await eventually(() => hooks.listReceived(agent.path).length === 1);
    const newPath = `/new${agent.path}`;
    await setUp(agent.userId, newPath);
    return { ...agent, newPath, answer, leadId };
  }

  it('sends the lead to the new address at once if the previous one is gone, and counts no failure', async () => {
    const { userId, path, newPath, answer, leadId } = await moveWhileHeld();
    answer(410);
    const row = await notifier.waitForStatus(leadId, 'sent', 'webhook');
    expect(row).toMatchObject({ attempts: 2, lastErrorCode: 'ENDPOINT_GONE' });
    expect([path, newPath].map((to) => hooks.listReceived(to).length)).toEqual([1, 1]);
    expect(await getChannel(userId)).toMatchObject({ state: 'active', failingSince: null });
  });

  it('ends the delivery as failed if the new address is gone, too', async () => {
    const { userId, path, newPath, answer, leadId } = await moveWhileHeld();
    hooks.script(newPath, status(410));
    answer(410);
    await notifier.waitForStatus(leadId, 'failed', 'webhook');
    expect([path, newPath].map((to) => hooks.listReceived(to).length)).toEqual([1, 1]);
    expect(await getChannel(userId)).toMatchObject({ state: 'disabled' });
  });

  it('sends nothing if the channel was paused meanwhile', async () => {
    const { channelId, newPath, answer, leadId } = await moveWhileHeld();
    await notifier.dataSource.query('UPDATE channels SET paused_at = now() WHERE id = $1', [channelId]);
    answer(410);
    await notifier.waitForStatus(leadId, 'failed', 'webhook');
    expect(hooks.listReceived(newPath)).toEqual([]);
  });

  it('counts failures at the new address, also for leads that were sold before the change', async () => {
    const agent = await newFailingAgent('1');
    const newPath = `/new${agent.path}`;
    hooks.script(newPath, status(410));
    await setUp(agent.userId, newPath);
    await eventually(async () => (await getChannel(agent.userId))?.state === 'disabled');
    expect(await getChannel(agent.userId)).toMatchObject({ disabledReason: 'DESTINATION_GONE' });
  });

  it('does not end the failures of the new address when the previous one accepts a message', async () => {
    const agent = await newAgent();
    const readDestination = async (): Promise<AttemptedDestination> => {
      const [row]: AttemptedDestination[] = await notifier.dataSource.query(
        'SELECT id AS "channelId", verified_at::text AS "verifiedAt" FROM channels WHERE id = $1',
        [agent.channelId],
      );
      if (!row) throw new Error('the channel does not exist');
      return row;
    };
    const previous = await readDestination();
    const newPath = `/new${agent.path}`;
    await setUp(agent.userId, newPath);
    hooks.script(newPath, ...Array.from({ length: 50 }, () => status(503)));
    await sell(agent.userId);
    await eventually(async () => typeof (await getChannel(agent.userId))?.failingSince === 'string');

    const channels = new OptionalChannelRepository(notifier.dataSource, new DataCipher(notifier.dataKeys));
    await channels.recordAccepted(previous);
    expect(typeof (await getChannel(agent.userId))?.failingSince).toBe('string');
    await channels.recordAccepted(await readDestination());
    expect(await getChannel(agent.userId)).toMatchObject({ failingSince: null });
  });
});
