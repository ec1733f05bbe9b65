import { applyTextMessageReport, leadUndeliverable, setUpWebhook } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  UndeliverableLeadRepository,
  UndeliverableLeadsService,
} from '../src/undeliverable-leads/undeliverable-leads.service.js';
import { MAX_ATTEMPTS } from '../src/sending/retry-schedule.js';
import { caller } from './fixtures.js';
import { HookServer, status } from './hook-server.js';
import { insertLead } from './inserted-leads.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const { mailServer } = notifier;
const hooks = new HookServer();

beforeAll(async () => {
  await hooks.listen();
  await notifier.start();
});
afterAll(async () => {
  await notifier.stop();
  await hooks.close();
});
afterEach(() => {
  mailServer.refusesSender = false;
});

const findUndeliverable = async (offerId: string) =>
  (await notifier.listPublished(offerId)).find(({ name }) => name === leadUndeliverable.name)?.payload;

describe('an undeliverable lead', () => {
  const waitForReason = (leadId: string, reason: string) =>
    eventually(async () => {
      const row = await notifier.getDelivery(leadId);
      return row.lastErrorCode === reason && row.leaseUntil === null && row;
    });
  /** Makes the next attempt the last one of the day, and overdue. */
  const endTries = async (leadId: string) => {
    const { id } = await notifier.getDelivery(leadId);
    await notifier.dataSource.query(
      "UPDATE deliveries SET attempts = $2, next_attempt_at = now() - interval '5 s' WHERE id = $1",
      [id, MAX_ATTEMPTS - 1],
    );
    await notifier.waitForStatus(leadId, 'failed');
  };

  it('is our failure if our mail server refused us at every attempt', async () => {
    const { userId } = await notifier.registerConfirmed();
    mailServer.refusesSender = true;
    const { leadId, offerId } = await notifier.sell(userId);
    await waitForReason(leadId, 'SENDER_REFUSED');
    await endTries(leadId);
    expect(await findUndeliverable(offerId)).toMatchObject({ leadId, isOurFailure: true });
  });

  it('is not our failure if the mailbox was refused once', async () => {
    const { userId, email } = await notifier.registerConfirmed();
    // More than one, because the next attempt may come before the server refuses us.
    mailServer.script(email, ...Array.from({ length: 3 }, () => ({ answer: 450 })));
    const { leadId, offerId } = await notifier.sell(userId);
    await waitForReason(leadId, 'TEMPORARY_ERROR');
    mailServer.refusesSender = true;
    await endTries(leadId);
    expect(await findUndeliverable(offerId)).toMatchObject({ isOurFailure: false });
  });

  it('is not our failure if our mail server accepted the email of another lead meanwhile', async () => {
    const { userId } = await notifier.registerConfirmed();
    mailServer.refusesSender = true;
    const { leadId, offerId } = await notifier.sell(userId);
    await waitForReason(leadId, 'SENDER_REFUSED');
    // Puts the next attempt off, which would be accepted, too.
    await eventually(async () => {
      const [, postponed]: [unknown, number] = await notifier.dataSource.query(
        "UPDATE deliveries SET next_attempt_at = now() + interval '1 hour' WHERE lead_id = $1 AND lease_until IS NULL",
        [leadId],
      );
      return postponed === 1;
    });
    mailServer.refusesSender = false;
    const other = await notifier.sell((await notifier.registerConfirmed()).userId);
    await notifier.waitForStatus(other.leadId, 'sent');
    mailServer.refusesSender = true;
    await endTries(leadId);
    expect(await findUndeliverable(offerId)).toMatchObject({ isOurFailure: false });
  });

  it('is not our failure if an endpoint of the agent failed too', async () => {
    const { userId } = await notifier.registerConfirmed();
    const path = `/${userId}`;
    await notifier.commands.send(setUpWebhook, { userId, url: hooks.urlOf(path), caller });
    hooks.script(path, status(410));
    mailServer.refusesSender = true;
    const { leadId, offerId } = await notifier.sell(userId);
    await waitForReason(leadId, 'SENDER_REFUSED');
    await endTries(leadId);
    await eventually(async () =>
      expect(await findUndeliverable(offerId)).toMatchObject({ isOurFailure: false }),
    );
  });
});

describe('a text message that was accepted and failed later', () => {
  it.each([
    ['is our failure if the carriers refuse our number', 30_034, true],
    ['is not our failure if the number does not exist', 30_005, false],
  ])('%s', async (_name, errorCode, isOurFailure) => {
    const { leadId, offerId, ids } = await insertLead(notifier.dataSource, ['sent']);
    const [deliveryId = ''] = ids;
    await notifier.dataSource.query(
      `INSERT INTO delivery_attempts (delivery_id, attempt, started_at, duration_ms, result, is_our_failure)
       VALUES ($1, 1, now(), 5, 'temporary', true), ($1, 2, now(), 5, 'accepted', false)`,
      [deliveryId],
    );
    const report = { deliveryId, messageSid: 'SM1', status: 'undelivered', errorCode };
    await notifier.publish(applyTextMessageReport, report);
    const undeliverable = await eventually(async () => (await findUndeliverable(offerId)) ?? false);
    expect(undeliverable).toMatchObject({ leadId });
    expect(undeliverable['isOurFailure'] === true).toBe(isOurFailure);
  });
});

describe('the attempts of an undeliverable lead', () => {
  const logger = { warn: () => undefined } as never;
  const service = new UndeliverableLeadsService(new UndeliverableLeadRepository(), logger);

  it.each([
    ['all failed because of us', [[true, true], [true]], true],
    ['failed because of us, but for one', [[true, false], [true]], false],
    ['failed because of us on one channel of two', [[true], [false]], false],
    ['are unknown on one channel', [[true], []], false],
  ])('that %s make it our failure or not', async (_name, attempts, isOurFailure) => {
    const lead = await insertLead(
      notifier.dataSource,
      attempts.map(() => 'failed'),
    );
    for (const [index, values] of attempts.entries())
      await notifier.dataSource.query(
        `INSERT INTO delivery_attempts (delivery_id, attempt, started_at, duration_ms, result, is_our_failure)
         SELECT $1, attempt, now(), 5, 'temporary', value
           FROM unnest($2::boolean[]) WITH ORDINALITY AS tried (value, attempt)`,
        [lead.ids[index], values],
      );
    await notifier.transactions.run((tx) => service.publishIfUndeliverable(tx, lead));
    expect((await findUndeliverable(lead.offerId))?.['isOurFailure'] === true).toBe(isOurFailure);
  });
});
