import { randomUUID } from 'node:crypto';
import { connectSlack, leadSold } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newSale, newUser } from './fixtures.js';
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
  const user = newUser();
  const { userId } = user;
  await notifier.registerConfirmed(user);
  await notifier.waitForAcknowledgments();
  const caller = { address: '203.0.113.9', userAgent: null };
  const token = 'xoxb-0000000000-abcdef';
  await notifier.commands.send(connectSlack, {
    userId,
    actorId: randomUUID(),
    token,
    slackChannelId,
    caller,
  });
  return userId;
}
async function sell(buyerId: string): Promise<string> {
  const sale = newSale({ buyerId });
  await notifier.publish(leadSold, sale, sale.leadId);
  return sale.leadId;
}
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
  await eventually(
    async () => expect(await listDeliveries([leadId])).toEqual([{ status: 'sent', attempts: 1 }]),
    { timeoutMs: 3_000 },
  );
  await eventually(
    async () =>
      expect(await listDeliveries(shares)).toEqual(
        Array(shares.length).fill({ status: 'sent', attempts: 1 }),
      ),
    { timeoutMs: 90_000 },
  );
});
