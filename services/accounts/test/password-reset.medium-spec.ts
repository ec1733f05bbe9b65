import { randomUUID } from 'node:crypto';
import { requestPasswordReset, resetPassword, resolveSession, TERMS_VERSION } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, errorOf, newCaller } from './accounts.harness.js';
import { EmailLinks } from './email-links.js';

const NEW_PASSWORD = 'amber lantern 77';
let accounts: AccountsHarness;
let links: EmailLinks;
let stopCards: () => Promise<void>;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  links = new EmailLinks(accounts);
  stopCards = await accounts.answerCards('4242');
});
afterAll(async () => {
  await stopCards();
  await accounts.stop();
});

/** Requests a link and returns its token. */
const requestLink = async (email: string): Promise<string> => {
  const listTokens = () => links.listTokens(email, 'password-reset');
  const earlier = await listTokens();
  await accounts.commands.send(requestPasswordReset, { email, caller: newCaller() });
  return eventually(async () => (await listTokens()).find((token) => !earlier.includes(token)) ?? false);
};
const reset = (token: string, cardDigits?: string, password = NEW_PASSWORD) =>
  accounts.commands.send(resetPassword, {
    token,
    password,
    caller: newCaller(),
    ...(cardDigits === undefined ? {} : { cardDigits }),
  });
const registerWithCard = async () => {
  const agent = await accounts.registerAgent();
  await accounts.query(`UPDATE users SET stripe_payment_method_id = 'pm_1' WHERE id = $1`, [agent.userId]);
  return agent;
};
const confirmAddress = async ({ email, sid }: { email: string; sid: string }) =>
  links.confirm(await links.getToken(email, 'welcome'), sid);
/** The limit of emails to one mailbox is not what is tested here. */
const clearMailLimits = () => accounts.query(`DELETE FROM throttles WHERE key LIKE 'mail-reset:%'`);

const bounce = ({ userId }: { userId: string }) =>
  accounts.query('UPDATE users SET email_bounced_at = now() WHERE id = $1', [userId]);
/** An account whose mailbox may have changed hands since its owner confirmed it. */
const registerBounced = async () => {
  const agent = await registerWithCard();
  await confirmAddress(agent);
  await bounce(agent);
  return agent;
};

describe('resetting the password of an address that nobody confirmed', () => {
  it("asks for no card digits: anybody may have entered somebody else's address and a card", async () => {
    const agent = await registerWithCard();
    await reset(await requestLink(agent.email));
    const sid = await accounts.signIn(agent.email, NEW_PASSWORD);
    const { user, recoveryVersion } = await accounts.commands.send(resolveSession, { sid, passive: false });
    expect(user?.emailConfirmation).toBeUndefined();
    expect(user?.stripePaymentMethodId).toBeUndefined();
    expect(recoveryVersion).toBe(1);
  });

  it('tells the other services to remove what was set up before, card included', async () => {
    const agent = await registerWithCard();
    await reset(await requestLink(agent.email));
    const recoveries = (await accounts.listPublished(agent.userId)).filter(
      ({ name }) => name === 'accounts.account-recovered',
    );
    expect(recoveries.map(({ payload }) => payload)).toMatchObject([
      { version: 1, destinations: 'removed', card: 'removed' },
    ]);
  });

  it('records that whoever claims the account accepts the terms', async () => {
    const { email, userId } = await accounts.registerAgent();
    await accounts.query('UPDATE users SET terms_accepted_at = NULL, terms_version = NULL WHERE id = $1', [
      userId,
    ]);
    await reset(await requestLink(email));
    expect(
      await accounts.query(
        'SELECT terms_version, terms_accepted_at IS NULL AS missing FROM users WHERE id = $1',
        [userId],
      ),
    ).toEqual([{ terms_version: TERMS_VERSION, missing: false }]);
  });
});

describe('resetting the password after mail to a confirmed address came back', () => {
  it("asks for the card's last four digits and confirms the address with them", async () => {
    const agent = await registerBounced();
    const token = await requestLink(agent.email);
    await expect(reset(token)).rejects.toMatchObject({
      code: 'CARD_DIGITS_REQUIRED',
      fields: [{ field: 'cardDigits' }],
    });
    await expect(reset(token, '0000')).rejects.toMatchObject({
      code: 'WRONG_CARD_DIGITS',
      fields: [{ field: 'cardDigits' }],
    });
    await reset(token, '4242');
    const user = await accounts.getUser(await accounts.signIn(agent.email, NEW_PASSWORD));
    expect(user?.emailConfirmation).toBeUndefined();
    expect(user?.stripePaymentMethodId).toBe('pm_1');
    await expect(reset(token, '4242')).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('ends a link with the third wrong answer, also in parallel', async () => {
    const agent = await registerBounced();
    const token = await requestLink(agent.email);
    const guesses = ['0001', '0002', '0003', '0004', '0005', '0006'];
    const codes = await Promise.all(guesses.map((digits) => errorOf(reset(token, digits))));
    expect(codes.toSorted()).toEqual([
      ...Array<string>(3).fill('LINK_EXPIRED'),
      ...Array<string>(3).fill('WRONG_CARD_DIGITS'),
    ]);
    await expect(reset(token, '4242')).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('accepts no digits after ten wrong answers over several links, until the address is confirmed', async () => {
    const agent = await registerBounced();
    for (let link = 0; link < 4; link += 1) {
      await clearMailLimits();
      const token = await requestLink(agent.email);
      for (let guess = 0; guess < 3; guess += 1) await errorOf(reset(token, `000${guess}`));
    }
    await clearMailLimits();
    const token = await requestLink(agent.email);
    await expect(reset(token, '4242')).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    await accounts.query('UPDATE users SET email_confirmed_at = clock_timestamp() WHERE id = $1', [
      agent.userId,
    ]);
    await clearMailLimits();
    await reset(await requestLink(agent.email));
  });

  it('needs no digits for a confirmed address, or without a card', async () => {
    const [confirmed, cardless] = [await registerWithCard(), await accounts.registerAgent()];
    for (const agent of [confirmed, cardless]) await confirmAddress(agent);
    await bounce(cardless);
    for (const { email } of [confirmed, cardless]) await reset(await requestLink(email));
    const user = await accounts.getUser(await accounts.signIn(cardless.email, NEW_PASSWORD));
    expect(user?.emailConfirmation).toBeDefined();
  });

  it('rejects an unknown token before anything else', async () => {
    await expect(reset(randomUUID(), '4242')).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });
});

it.each(['email', 'phone'] as const)(
  "rejects the user's own %s as the new password, and keeps the link",
  async (field) => {
    const { userId, email } = await accounts.registerAgent();
    const [user] = await accounts.query<{ email: string; phone: string }>(
      'SELECT email, phone FROM users WHERE id = $1',
      [userId],
    );
    const token = await requestLink(email);
    await expect(reset(token, undefined, user?.[field].toUpperCase())).rejects.toMatchObject({
      code: 'COMMON_PASSWORD',
      fields: [{ field: 'password' }],
    });
    await reset(token);
    await accounts.signIn(email, NEW_PASSWORD);
  },
);
