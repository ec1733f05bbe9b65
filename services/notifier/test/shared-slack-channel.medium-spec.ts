import { randomUUID } from 'node:crypto';
import { connectSlack } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { caller } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';
import { SlackSandbox } from './slack-sandbox.js';

/** One copy has fewer places than two, so waiting messages would fill them first. */
const notifier = new NotifierHarness(1);
const sandbox = new SlackSandbox();

beforeAll(async () => {
  await sandbox.start();
  await notifier.start(sandbox.settings);
});
afterAll(async () => {
  await notifier.stop();
  await sandbox.stop();
});

async function newAgent(slackChannelId: string): Promise<string> {
  const { userId } = await notifier.registerConfirmed();
  const connection = { actorId: randomUUID(), token: 'xoxb-0000000000-abcdef', slackChannelId };
  await notifier.commands.send(connectSlack, { userId, ...connection, caller });
  return userId;
}
const sell = async (buyerId: string): Promise<string> => (await notifier.sell(buyerId)).leadId;
/** Returns the attempts that count for the schedule. */
const listDeliveries = (leadIds: readonly string[]): Promise<{ status: string; attempts: number }[]> =>
  notifier.dataSource.query(
    `SELECT status, attempts - attempts_before AS attempts FROM deliveries WHERE kind = 'slack' AND lead_id = ANY ($1)`,
    [leadIds],
  );

it('agents who share a Slack channel delay nobody else, and each lead is posted at its first attempt', async () => {
  const sharing: string[] = [];
  for (let agent = 0; agent < 4; agent += 1) sharing.push(await newAgent('C0SHARED'));
  const other = await newAgent('C0OTHER');
  const shares = await Promise.all(sharing.flatMap((agent) => Array.from({ length: 4 }, () => sell(agent))));
  await eventually(async () => (await listDeliveries(shares)).length === shares.length);

  const leadId = await sell(other);
  const sent = { status: 'sent', attempts: 1 };
  await eventually(async () => expect(await listDeliveries([leadId])).toEqual([sent]));
  // Slack accepts one message a second in each channel.
  expect((await listDeliveries(shares)).map(({ status }) => status)).toContain('queued');
  const allSent = Array(shares.length).fill(sent);
  await eventually(async () => expect(await listDeliveries(shares)).toEqual(allSent), { timeoutMs: 90_000 });
});
