import { randomUUID } from 'node:crypto';
import { accountMail, channelFacts } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_MAILS_PER_DOMAIN } from '../src/account-mail/account-mail.flow.js';
import { newAccountMail } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

describe('emails to a domain whose mail server is slow', () => {
  const notifier = new NotifierHarness();
  const { mailServer } = notifier;

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  const countHeld = (addresses: readonly string[]): number =>
    addresses.reduce((sum, address) => sum + (mailServer.attempts.get(address) ?? 0), 0);

  it('do not delay leads to other domains, and are all sent', async () => {
    const places = 2 * (channelFacts.email.perDestination?.limit ?? 0);
    const email = `dana@${randomUUID()}.example`;
    const [slow, other] = [await notifier.register({ email }), await notifier.register()];
    const count = places + 10;
    const release = mailServer.hold(email, count);
    const leads = await Promise.all(Array.from({ length: count }, () => notifier.sell(slow.userId)));
    await eventually(() => countHeld([email]) === places);
    await notifier.waitForStatus((await notifier.sell(other.userId)).leadId, 'sent');
    expect(countHeld([email])).toBe(places);
    release();
    for (const { leadId } of leads) await notifier.waitForStatus(leadId, 'sent');
    expect(mailServer.listReceived(email)).toHaveLength(count);
  });

  it('do not delay emails about accounts at other domains, and are all sent', async () => {
    const places = 2 * ACCOUNT_MAILS_PER_DOMAIN;
    const domain = `${randomUUID()}.example`;
    const mails = Array.from({ length: 12 }, () => newAccountMail({ email: `${randomUUID()}@${domain}` }));
    const addresses = mails.map(({ email }) => email);
    const releases = addresses.map((address) => mailServer.hold(address));
    for (const mail of mails) await notifier.publish(accountMail, mail, mail.mailId);
    await eventually(() => countHeld(addresses) === places);
    const other = newAccountMail();
    await notifier.publish(accountMail, other, other.mailId);
    await eventually(() => mailServer.listReceived(other.email).length === 1);
    expect(countHeld(addresses)).toBe(places);
    releases.forEach((release) => release());
    for (const { mailId } of mails) await notifier.waitForMail(mailId);
    expect(countHeld(addresses)).toBe(mails.length);
  });
});
