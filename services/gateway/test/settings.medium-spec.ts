import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { System } from './system.js';

interface User {
  id: string;
  email: string;
  firstName: string;
  serviceEnabled: boolean;
  dailyLeadLimit: number;
  stripePaymentMethodId?: string;
  pendingEmail?: string;
}

let system: System;

beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const userOf = async (browser: Browser): Promise<User> => (await browser.get<User>('/api/auth/user')).body;
const audited = (userId: string) =>
  system.query<{ action: string; old_value: object | null; new_value: object | null; address: string }>(
    'accounts',
    'SELECT action, old_value, new_value, address FROM audit_events WHERE user_id = $1 ORDER BY id',
    [userId],
  );
/** The secret of the link in the newest mail with this word in its subject. */
async function tokenMailed(address: string, page: string): Promise<string> {
  return eventually(async () => {
    const mails = await system.mailsTo(address);
    const [, token] = mails
      .map(({ text }) => new RegExp(`${system.publicUrl}/${page}#token=([\\w-]{43})`).exec(text))
      .find(Boolean) ?? [undefined, undefined];
    return token ?? false;
  });
}

describe('the card', () => {
  it('is on file as soon as it is answered', async () => {
    const { browser } = await system.agent();
    const { body } = await browser.post<{ clientSecret: string }>('/api/create-setup-intent');
    const { paymentMethodId } = await system.confirmSetup(body.clientSecret);
    expect((await browser.post('/api/update-payment-method', { paymentMethodId })).body).toEqual({
      success: true,
    });
    expect((await userOf(browser)).stripePaymentMethodId).toBe(paymentMethodId);
  });

  it('of somebody else is refused', async () => {
    const [one, other] = [await system.agent(), await system.agent()];
    const { body } = await one.browser.post<{ clientSecret: string }>('/api/create-setup-intent');
    const { paymentMethodId } = await system.confirmSetup(body.clientSecret);
    await other.browser.post('/api/create-setup-intent');
    const answer = await other.browser.post('/api/update-payment-method', { paymentMethodId });
    expect(answer).toMatchObject({
      status: 402,
      body: { code: 'SETUP_NOT_SUCCEEDED', detail: 'Payment setup was not successful' },
    });
    expect((await userOf(other.browser)).stripePaymentMethodId).toBeUndefined();
  });
});

describe('the profile', () => {
  const profile = { firstName: 'Grace', lastName: 'Hill', phone: '2125550199', companyName: 'Hill & Co' };

  it('changes at once; a new address when its mail is confirmed, once', async () => {
    const { browser, email } = await system.agent();
    const newEmail = `${randomUUID()}@example.com`;
    const changed = await browser.patch<User>('/api/user/profile', { ...profile, email: newEmail });
    expect(changed.body).toMatchObject({ ...profile, email, pendingEmail: newEmail });
    const token = await tokenMailed(newEmail, 'confirm-email');
    expect((await system.browser().post('/api/auth/confirm-email', { token })).status).toBe(200);
    const user = await userOf(browser);
    expect(user).toMatchObject({ email: newEmail });
    expect(user.pendingEmail).toBeUndefined();
    const again = await system.browser().post('/api/auth/confirm-email', { token });
    expect(again).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    await eventually(async () =>
      (await system.mailsTo(email)).some(({ subject }) => /changed/i.test(subject)),
    );
    expect((await audited(user.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['profile-changed', 'email-change-requested', 'email-changed']),
    );
  });

  it("refuses somebody else's address", async () => {
    const [one, other] = [await system.agent(), await system.agent()];
    const answer = await one.browser.patch('/api/user/profile', { ...profile, email: other.email });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', errors: [{ field: 'email' }] },
    });
  });
});

describe('a forgotten password', () => {
  it('is set anew once, by a mailed link; every session ends and the owner is told', async () => {
    const { browser, email } = await system.agent();
    const { id } = await userOf(browser);
    await system.browser().post('/api/auth/forgot-password', { email });
    const token = await tokenMailed(email, 'reset-password');
    const stored = await system.query(
      'accounts',
      'SELECT token_hash FROM password_resets WHERE user_id = $1',
      [id],
    );
    expect(JSON.stringify(stored)).not.toContain(token);
    const reset = (password: string) =>
      system.browser().post('/api/auth/reset-password', { token, password, confirmPassword: password });
    expect((await reset('password1')).body).toMatchObject({ code: 'COMMON_PASSWORD' });
    expect((await reset('amber lantern 77')).status).toBe(200);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    const login = await system.browser().post('/api/auth/login', { email, password: 'amber lantern 77' });
    expect(login.status).toBe(200);
    expect(await reset('amber lantern 78')).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    await eventually(async () =>
      (await system.mailsTo(email)).some(({ subject }) => /changed/i.test(subject)),
    );
  });

  it('cannot be set with a link that is too old', async () => {
    const { browser, email } = await system.agent();
    const { id } = await userOf(browser);
    await system.browser().post('/api/auth/forgot-password', { email });
    const token = await tokenMailed(email, 'reset-password');
    await system.query(
      'accounts',
      `UPDATE password_resets SET expires_at = now() - interval '1 s' WHERE user_id = $1`,
      [id],
    );
    const body = { token, password: 'amber lantern 77', confirmPassword: 'amber lantern 77' };
    expect((await system.browser().post('/api/auth/reset-password', body)).status).toBe(410);
  });
});

describe('integration requests', () => {
  it('are open once of a kind, also when asked for at the same moment', async () => {
    const { browser } = await system.agent();
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.post('/api/request-integration', { integrationType: 'slack' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    await browser.post('/api/request-integration', { integrationType: 'sms' });
    const { body } =
      await browser.get<{ integrationType: string; status: string }[]>('/api/integration-requests');
    expect(body.map(({ integrationType, status }) => `${integrationType} ${status}`).toSorted()).toEqual([
      'slack pending',
      'sms pending',
    ]);
  });
});

describe('the admin', () => {
  it('finds every user, newest first, page by page', async () => {
    const admin = await system.admin();
    const word = `Needle${randomUUID().slice(0, 8)}`;
    const agents = [await system.agent(), await system.agent(), await system.agent()];
    for (const { browser, email } of agents)
      await browser.patch('/api/user/profile', {
        firstName: word,
        lastName: 'X',
        phone: '2125550199',
        email,
      });
    const first = await admin.get<User[]>(`/api/admin/users?search=${word.toLowerCase()}&pageSize=2`);
    expect(first.body.map(({ email }) => email)).toEqual([agents[2]!.email, agents[1]!.email]);
    expect(first.headers.get('x-total-count')).toBe('3');
    const [, next = ''] = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await admin.get<User[]>(next);
    expect(second.body.map(({ email }) => email)).toEqual([agents[0]!.email]);
    expect(second.headers.get('link')).toBeNull();
    expect(JSON.stringify(first.body)).not.toMatch(/argon2/);
    expect((await admin.get<User[]>('/api/admin/users?search=%25')).body).toEqual([]);
  });

  it('sees the audit log', async () => {
    const admin = await system.admin();
    const { browser } = await system.agent();
    const { id } = await userOf(browser);
    const { body } = await admin.get<{ action: string }[]>(`/api/admin/audit?userId=${id}`);
    expect(body.map(({ action }) => action)).toEqual(['registered']);
  });

  it('cannot be made twice, nor with a weak password; a generated one is shown once and works', async () => {
    const email = `${randomUUID()}@example.com`;
    await expect(system.adminCli(['create', email], { ADMIN_PASSWORD: 'password1' })).rejects.toThrow(
      'too common',
    );
    const shown = await system.adminCli(['create', email], { ADMIN_PASSWORD: '' });
    const [, password = ''] = /once\): (\S+)/.exec(shown) ?? [];
    const login = await system.browser().post('/api/auth/login', { email, password });
    expect(login).toMatchObject({ status: 200, body: { user: { isAdmin: true } } });
    await expect(system.adminCli(['create', email], { ADMIN_PASSWORD: '' })).rejects.toThrow('already');
  });
});

describe('the audit log', () => {
  it('is only added to, by whomever', async () => {
    for (const sql of ['UPDATE audit_events SET action = $1', 'DELETE FROM audit_events WHERE action <> $1'])
      await expect(system.query('accounts', sql, ['x'])).rejects.toMatchObject({ code: '42501' });
  });
});
