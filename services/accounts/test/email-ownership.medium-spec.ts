import { randomUUID } from 'node:crypto';
import { emailBounced, resendConfirmation } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, errorOf, newCaller, PASSWORD } from './accounts.harness.js';
import { type Agent, EmailLinks, newEmail } from './email-links.js';

let accounts: AccountsHarness;
let links: EmailLinks;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  links = new EmailLinks(accounts);
});
afterAll(() => accounts.stop());

const LINK_EXPIRED = { code: 'LINK_EXPIRED' };

describe('confirming the address of an account', () => {
  it('is requested by the welcome email, and leaves 72 hours before lead emails lose personal data', async () => {
    const agent = await links.register();
    const confirmBy = (await accounts.getUser(agent.sid))?.emailConfirmation?.confirmBy ?? '';
    const hours = (Date.parse(confirmBy) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    const registered = (await accounts.listPublished(agent.userId)).filter(
      ({ name }) => name === 'accounts.user-registered',
    );
    expect(registered.map(({ payload }) => payload['confirmBy'])).toEqual([confirmBy]);
    const stored = await accounts.query('SELECT token_hash FROM email_confirmations WHERE user_id = $1', [
      agent.userId,
    ]);
    expect(JSON.stringify(stored)).not.toContain(agent.welcomeToken);
  });

  it('announces the confirmation to the notifier', async () => {
    const agent = await links.registerConfirmed();
    expect((await accounts.getUser(agent.sid))?.emailConfirmation).toBeUndefined();
    const contacts = await links.listContacts(agent);
    expect(contacts).toMatchObject([
      { email: agent.email, confirmation: { confirmedAt: expect.stringMatching(/Z$/) } },
    ]);
    expect(await accounts.listActions(agent.userId)).toContain('email-confirmed');
  });

  it('numbers the changes published to the notifier in the order of their commits', async () => {
    const agent = await links.registerConfirmed();
    const names = Array.from({ length: 6 }, (_, index) => `Ada${'a'.repeat(index)}`);
    await Promise.all(names.map((firstName) => links.rename(agent, firstName)));
    const email = await links.changeAddress(agent);
    const contacts = await links.listContacts(agent);
    expect(contacts.map(({ version }) => version)).toEqual(contacts.map((_, index) => index + 1));
    expect(contacts.length).toBeGreaterThan(names.length);
    const [user] = await accounts.query<{ name: string; version: number }>(
      'SELECT first_name AS name, contact_version AS version FROM users WHERE id = $1',
      [agent.userId],
    );
    expect(contacts.at(-1)).toMatchObject({ email, firstName: user?.name, version: user?.version });
  });

  it('needs a session of the same account: a mistyped address gets the link too', async () => {
    const [agent, stranger] = [await links.register(), await accounts.registerAgent()];
    for (const sid of [null, stranger.sid, randomUUID()])
      await expect(links.confirm(agent.welcomeToken, sid)).rejects.toMatchObject({
        code: 'SIGN_IN_TO_CONFIRM',
      });
    await links.confirm(agent.welcomeToken, agent.sid);
  });

  it('works once per link', async () => {
    const agent = await links.register();
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => links.confirm(agent.welcomeToken, agent.sid)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(links.confirm(agent.welcomeToken, agent.sid)).rejects.toMatchObject(LINK_EXPIRED);
    expect(await links.listContacts(agent)).toHaveLength(1);
  });

  it('rejects an expired link, and one that was sent to an address the account has left', async () => {
    const [late, moved] = [await links.register(), await links.register()];
    await links.expire('email_confirmations', 'expires_at', late);
    await expect(links.confirm(late.welcomeToken, late.sid)).rejects.toMatchObject(LINK_EXPIRED);
    await links.changeAddress(moved);
    await expect(links.confirm(moved.welcomeToken, moved.sid)).rejects.toMatchObject(LINK_EXPIRED);
  });

  it('can be asked for again, a limited number of times', async () => {
    const agent = await links.register();
    const resend = () =>
      accounts.commands.send(resendConfirmation, { userId: agent.userId, caller: newCaller() });
    for (let count = 0; count < 5; count += 1) await resend();
    await expect(resend()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      info: { retryAfter: '3600' },
    });
    expect(await links.listMails(agent.email, 'confirm-email')).toHaveLength(5);
    // Links sent earlier keep working until one is used.
    await links.confirm(agent.welcomeToken, agent.sid);
    const rest = await accounts.query(
      'SELECT 1 FROM email_confirmations WHERE user_id = $1 AND used_at IS NULL',
      [agent.userId],
    );
    expect(rest).toEqual([]);
    await expect(resend()).rejects.toMatchObject({ code: 'EMAIL_ALREADY_CONFIRMED' });
  });
});

describe('a bounce', () => {
  const bounce = async ({ userId }: Agent, email: string, at = new Date().toISOString()) => {
    await accounts.publish(emailBounced, { userId, email, at });
    await accounts.waitForEmptyQueue();
  };

  it('cancels the confirmation until the address is confirmed again', async () => {
    const agent = await links.registerConfirmed();
    await bounce(agent, agent.email);
    await eventually(async () => (await accounts.getUser(agent.sid))?.emailConfirmation?.hasBounced === true);
    await accounts.commands.send(resendConfirmation, { userId: agent.userId, caller: newCaller() });
    await links.confirm(await links.getToken(agent.email, 'confirm-email'), agent.sid);
    expect((await accounts.getUser(agent.sid))?.emailConfirmation).toBeUndefined();
  });

  it('is ignored if the address was confirmed later, or the account has left it', async () => {
    const agent = await links.registerConfirmed();
    await bounce(agent, agent.email, '2026-01-05T14:30:00.000Z');
    expect((await accounts.getUser(agent.sid))?.emailConfirmation).toBeUndefined();
    await links.changeAddress(agent);
    await bounce(agent, agent.email);
    await bounce(agent, newEmail());
    expect((await accounts.getUser(agent.sid))?.emailConfirmation).toBeUndefined();
  });
});

describe('changing the address', () => {
  it('needs the current password and counts wrong ones as failed sign-ins', async () => {
    const agent = await accounts.registerAgent();
    const email = newEmail();
    await expect(links.requestChange(agent, email, null)).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
      fields: [{ field: 'currentPassword' }],
    });
    const caller = newCaller();
    const codes: unknown[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      codes.push(await errorOf(links.requestChange(agent, email, `guess ${guess}`, caller)));
    expect(codes).toEqual(Array(6).fill('WRONG_PASSWORD'));
    await accounts.prolongWaits();
    await expect(links.requestChange(agent, email, PASSWORD, caller)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    expect(await links.listMails(email)).toEqual([]);
    // Everything else needs no password.
    await links.requestChange(agent, agent.email, null);
  });

  it('ends every other session and confirms the new address', async () => {
    const agent = await links.register();
    const other = await accounts.signIn(agent.email);
    const email = await links.changeAddress(agent);
    expect([await accounts.isActive(agent.sid), await accounts.isActive(other)]).toEqual([true, false]);
    expect(await accounts.getUser(agent.sid)).toMatchObject({ email });
    expect((await accounts.getUser(agent.sid))?.emailConfirmation).toBeUndefined();
    expect(await links.listContacts(agent)).toMatchObject([
      { email, confirmation: { confirmedAt: expect.stringMatching(/Z$/) } },
    ]);
  });

  it('waits for a session of the account, which the link alone does not replace', async () => {
    const [agent, stranger] = [await links.register(), await accounts.registerAgent()];
    const email = newEmail();
    await links.requestChange(agent, email);
    const token = await links.getToken(email, 'confirm-email');
    for (const sid of [null, stranger.sid])
      await expect(links.confirm(token, sid)).rejects.toMatchObject({ code: 'SIGN_IN_TO_CONFIRM' });
    expect(await accounts.getUser(agent.sid)).toMatchObject({ email: agent.email, pendingEmail: email });
    await links.confirm(token, agent.sid);
    expect(await accounts.getUser(agent.sid)).toMatchObject({ email });
  });

  it('does not reveal that another account has the address, and warns its owner', async () => {
    const [agent, owner] = [await accounts.registerAgent(), await accounts.registerAgent()];
    const free = newEmail();
    const [taken, available] = [
      await links.requestChange(agent, owner.email),
      await links.requestChange(await accounts.registerAgent(), free),
    ];
    const own = { id: '', email: '', createdAt: '', emailConfirmation: '', pendingEmail: '' };
    expect({ ...taken, ...own }).toEqual({ ...available, ...own });
    expect([taken.pendingEmail, available.pendingEmail]).toEqual([owner.email, free]);
    expect(await links.listMails(owner.email, 'email-taken')).toMatchObject([
      { payload: { userId: owner.userId, firstName: 'Ada', link: null } },
    ]);
    expect(await links.listMails(owner.email, 'confirm-email')).toEqual([]);
  });

  it('is refused if another account takes the address at the same time', async () => {
    const [agent, other] = [await accounts.registerAgent(), await accounts.registerAgent()];
    const email = newEmail();
    await links.requestChange(agent, email);
    const token = await links.getToken(email, 'confirm-email');
    const connection = await accounts.pool.connect();
    try {
      await connection.query('BEGIN');
      await connection.query('UPDATE users SET email = $2 WHERE id = $1', [other.userId, email]);
      const confirming = links.confirm(token, agent.sid).catch((error: unknown) => error);
      await accounts.waitForBlockedStatement();
      await connection.query('COMMIT');
      expect(await confirming).toMatchObject({ code: 'EMAIL_TAKEN' });
    } finally {
      connection.release();
    }
  });

  it('greets with a name that is changed together with the address', async () => {
    const agent = await accounts.registerAgent({ firstName: 'Grace' });
    const email = newEmail();
    await links.requestChange(agent, email);
    expect(await links.listMails(email, 'confirm-email')).toMatchObject([{ payload: { firstName: 'Ada' } }]);
  });

  it('sends a limited number of emails for one account, to whichever addresses', async () => {
    const agent = await accounts.registerAgent();
    for (let count = 0; count < 5; count += 1) await links.requestChange(agent, newEmail());
    const sixth = newEmail();
    await expect(links.requestChange(agent, sixth)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await links.listMails(sixth)).toEqual([]);
  });
});
