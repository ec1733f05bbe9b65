import { randomUUID } from 'node:crypto';
import { accountMail, channelFacts, leadSold, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_MAILS_PER_DOMAIN } from '../src/account-mail/account-mail.flow.js';
import { newAccountMail, newSale, newUser } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

const SOON = { timeoutMs: 4_000 };

describe('emails to a domain whose mail server is slow', () => {
  const notifier = new NotifierHarness();
  const { mailServer } = notifier;

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  /** Keeps that many emails to each address waiting until `answer`. */
  const holdAll = (addresses: readonly string[], count: number) => {
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => (answer = resolve));
    for (const address of addresses)
      mailServer.script(
        address,
        ...Array.from({ length: count }, () => ({ answer: 'hold' as const, until })),
      );
    return answer;
  };
  const countHeld = (addresses: readonly string[]): number =>
    addresses.reduce((sum, address) => sum + (mailServer.attempts.get(address) ?? 0), 0);
  const register = async (email?: string) => {
    const user = newUser(email === undefined ? {} : { email });
    await notifier.publish(userRegistered, user, user.userId);
    await notifier.waitForAcknowledgments();
    return user.userId;
  };
  const sell = async (buyerId: string) => {
    const { leadId, ...sale } = newSale({ buyerId });
    await notifier.publish(leadSold, { leadId, ...sale }, leadId);
    return leadId;
  };

  it('do not delay leads to other domains, and are all sent', async () => {
    const places = 2 * (channelFacts.email.perDestination?.limit ?? 0);
    const email = `dana@${randomUUID()}.example`;
    const [slow, other] = [await register(email), await register()];
    const count = places + 10;
    const answer = holdAll([email], count);
    const leads = await Promise.all(Array.from({ length: count }, () => sell(slow)));
    await eventually(() => countHeld([email]) === places);
    const leadId = await sell(other);
    await eventually(async () => (await notifier.getDelivery(leadId)).status === 'sent', SOON);
    expect(countHeld([email])).toBe(places);
    answer();
    for (const lead of leads) await notifier.waitForStatus(lead, 'sent');
    expect(mailServer.listReceived(email)).toHaveLength(count);
  });

  it('do not delay emails about accounts at other domains, and are all sent', async () => {
    const places = 2 * ACCOUNT_MAILS_PER_DOMAIN;
    const domain = `${randomUUID()}.example`;
    const mails = Array.from({ length: 12 }, () => newAccountMail({ email: `${randomUUID()}@${domain}` }));
    const addresses = mails.map(({ email }) => email);
    const answer = holdAll(addresses, 1);
    for (const mail of mails) await notifier.publish(accountMail, mail, mail.mailId);
    await eventually(() => countHeld(addresses) === places);
    const other = newAccountMail();
    await notifier.publish(accountMail, other, other.mailId);
    await eventually(() => mailServer.listReceived(other.email).length === 1, SOON);
    expect(countHeld(addresses)).toBe(places);
    answer();
    for (const { mailId } of mails) await notifier.waitForMail(mailId);
    expect(countHeld(addresses)).toBe(mails.length);
  });
});
