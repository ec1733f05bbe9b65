import { setTimeout as pause } from 'node:timers/promises';
import { channelFacts, LEAD_EMAILS } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';

/** Emails to one domain that both copies together send at once. */
const PLACES = 2 * (channelFacts.email.perDestination?.limit ?? 0);

describe('emails that wait for a place', () => {
  const notifier = new NotifierHarness();

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  /** Sells that many leads to an agent whose emails the mail server answers after `until`. */
  const sell = async (count: number, until: () => Promise<void>) => {
    const { userId, email } = await notifier.register();
    const behaviors = Array.from({ length: count }, () => ({
      answer: 'hold' as const,
      get until() {
        return until();
      },
    }));
    notifier.mailServer.script(email, ...behaviors);
    // A few at a time: on a busy machine, more of them would wait too long for a connection.
    for (let first = 0; first < count; first += 2 * PLACES)
      await Promise.all(Array.from({ length: 2 * PLACES }, () => notifier.sell(userId)));
    return email;
  };

  it('are announced while the mail server accepts fewer than are sold, and no longer once all are sent', async () => {
    // Accepts nothing before all are sold: a busy machine may sell more slowly than the mail server accepts.
    const { promise: sold, resolve: beginAccepting } = Promise.withResolvers<undefined>();
    const email = await sell(8 * PLACES, () => sold.then(() => pause(400)));
    beginAccepting(undefined);
    // The last waiting email may have been sent just before an announcement.
    const backlog = await eventually(async () => {
      const read = await notifier.backlogs.read(LEAD_EMAILS);
      return read?.oldestAt === undefined ? false : read;
    });
    expect(backlog.oldestAt).toBeLessThanOrEqual(Date.now());
    expect(backlog.oldestAgeMs).toBeGreaterThan(0);
    await eventually(() => notifier.mailServer.listReceived(email).length === 8 * PLACES);
    await eventually(async () => (await notifier.backlogs.read(LEAD_EMAILS)) === undefined);
  });

  it('are not announced while the mail server accepts none', async () => {
    const { promise: held, resolve: accept } = Promise.withResolvers<undefined>();
    const email = await sell(2 * PLACES, () => held);
    await eventually(() => notifier.mailServer.attempts.get(email) === PLACES);
    const read: unknown[] = [];
    for (let reading = 0; reading < 8; reading += 1) {
      read.push(await notifier.backlogs.read(LEAD_EMAILS));
      await pause(250);
    }
    accept(undefined);
    expect(read.filter((backlog) => backlog !== undefined)).toEqual([]);
    await eventually(() => notifier.mailServer.listReceived(email).length >= 2 * PLACES);
  });
});
