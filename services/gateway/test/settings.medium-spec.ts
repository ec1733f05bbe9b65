import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { type Agent, TestSystem } from './test-system.js';

interface User {
  id: string;
  email: string;
  stripePaymentMethodId?: string;
  pendingEmail?: string;
  emailConfirmation?: object;
}

interface Session {
  id: string;
  current: boolean;
  userAgent: string | null;
}

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

const userOf = async (browser: Browser): Promise<User> => (await browser.get<User>('/api/auth/user')).body;

async function signIn({ email }: Agent, password: string, userAgent = 'node'): Promise<Browser> {
  const browser = system.openBrowser();
  await browser.post('/api/auth/login', { email, password }, { 'user-agent': userAgent });
  return browser;
}
const statusOf = async (browser: Browser): Promise<number> => (await browser.get('/api/auth/user')).status;

describe('replacing the card', () => {
  it('takes effect before it is answered', async () => {
    const { browser } = await system.registerAgent();
    const { body } = await browser.post<{ clientSecret: string }>('/api/create-setup-intent');
    const { paymentMethodId } = await system.confirmSetup(body.clientSecret);
    expect((await browser.post('/api/update-payment-method', { paymentMethodId })).body).toEqual({
      success: true,
    });
    expect((await userOf(browser)).stripePaymentMethodId).toBe(paymentMethodId);
  });

  it("rejects another agent's card", async () => {
    const [one, other] = [await system.registerAgent(), await system.registerAgent()];
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

describe('updating the profile', () => {
  const profile = { firstName: 'Grace', lastName: 'Hill', phone: '+12125550199', companyName: 'Hill & Co' };

  it('applies at once, but a new email address only when confirmed, once', async () => {
    const { browser, email, password } = await system.registerAgent();
    const newEmail = `${randomUUID()}@example.com`;
    const changed = await browser.patch<User>('/api/user/profile', {
      // As iOS and mail programs copy it.
      ...profile,
      lastName: ' Hi\u00ADll',
      phone: '\u202A(212) 555-0199\u202C',
      currentPassword: password,
      email: `Grace Hill <${newEmail.toUpperCase()}>`,
    });
    expect(changed.body).toMatchObject({ ...profile, email, pendingEmail: newEmail });
    const token = await system.waitForToken(newEmail, 'confirm-email');
    const elsewhere = await system.openBrowser().post('/api/auth/confirm-email', { token });
    expect(elsewhere).toMatchObject({ status: 403, body: { code: 'SIGN_IN_TO_CONFIRM' } });
    expect((await browser.post('/api/auth/confirm-email', { token })).status).toBe(200);
    const user = await userOf(browser);
    expect(user).toMatchObject({ email: newEmail });
    expect(user.pendingEmail).toBeUndefined();
    const again = await system.openBrowser().post('/api/auth/confirm-email', { token });
    expect(again).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    await eventually(async () =>
      (await system.listEmailsTo(email)).some(({ subject }) => /changed/i.test(subject)),
    );
    const actions = 'SELECT action FROM audit_events WHERE user_id = $1';
    expect(await system.query('accounts', actions, [user.id])).toEqual(
      expect.arrayContaining([
        { action: 'profile-changed' },
        { action: 'email-change-requested' },
        { action: 'email-changed' },
      ]),
    );
  });

  it('needs the current password for a new email address, and does not reveal that it is taken', async () => {
    const [one, other] = [await system.registerAgent(), await system.registerAgent()];
    const change = { ...profile, email: other.email };
    const field = { errors: [{ field: 'currentPassword' }] };
    expect(await one.browser.patch('/api/user/profile', change)).toMatchObject({
      status: 422,
      body: { code: 'WRONG_PASSWORD', ...field },
    });
    const wrong = { ...change, currentPassword: 'not the password' };
    expect((await one.browser.patch('/api/user/profile', wrong)).body).toMatchObject({
      code: 'WRONG_PASSWORD',
      ...field,
    });
    const proven = { ...change, currentPassword: one.password };
    const answer = await one.browser.patch('/api/user/profile', proven);
    expect(answer).toMatchObject({ status: 200, body: { pendingEmail: other.email } });
    await eventually(async () =>
      (await system.listEmailsTo(other.email)).some(({ subject }) => /tried to use/.test(subject)),
    );
  });

  it('can be undone from the previous address', async () => {
    const { browser, email, password } = await system.registerAgent();
    const confirm = async (address: string) =>
      browser.post('/api/auth/confirm-email', { token: await system.waitForToken(address, 'confirm-email') });
    expect((await confirm(email)).status).toBe(200);
    expect((await userOf(browser)).emailConfirmation).toBeUndefined();
    const newEmail = `${randomUUID()}@example.com`;
    await browser.patch('/api/user/profile', { ...profile, email: newEmail, currentPassword: password });
    expect((await confirm(newEmail)).status).toBe(200);
    const token = await system.waitForToken(email, 'undo-email-change');
    expect((await system.openBrowser().post('/api/auth/undo-email-change', { token })).status).toBe(200);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    const again = await system.openBrowser().post('/api/auth/undo-email-change', { token });
    expect(again).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    const body = {
      token: await system.waitForToken(email, 'reset-password'),
      password: 'amber lantern 79',
      confirmPassword: 'amber lantern 79',
    };
    expect((await system.openBrowser().post('/api/auth/reset-password', body)).status).toBe(200);
    const login = await system.openBrowser().post('/api/auth/login', { email, password: 'amber lantern 79' });
    expect(login.status).toBe(200);
  });
});

describe('a password reset', () => {
  it('works once per link, ends every session and notifies the owner', async () => {
    const { browser, id, email } = await system.registerAgent();
    await system.openBrowser().post('/api/auth/forgot-password', { email });
    const token = await system.waitForToken(email, 'reset-password');
    const stored = await system.query(
      'accounts',
      'SELECT token_hash FROM password_resets WHERE user_id = $1',
      [id],
    );
    expect(JSON.stringify(stored)).not.toContain(token);
    const reset = (password: string) =>
      system.openBrowser().post('/api/auth/reset-password', { token, password, confirmPassword: password });
    expect((await reset('password1')).body).toMatchObject({ code: 'COMMON_PASSWORD' });
    expect((await reset('amber lantern 77')).status).toBe(200);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    const login = await system.openBrowser().post('/api/auth/login', { email, password: 'amber lantern 77' });
    expect(login.status).toBe(200);
    expect(await reset('amber lantern 78')).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    await eventually(async () =>
      (await system.listEmailsTo(email)).some(({ subject }) => /changed/i.test(subject)),
    );
  });

  it('rejects an expired link', async () => {
    const { id, email } = await system.registerAgent();
    await system.openBrowser().post('/api/auth/forgot-password', { email });
    const token = await system.waitForToken(email, 'reset-password');
    await system.query(
      'accounts',
      `UPDATE password_resets SET expires_at = now() - interval '1 s' WHERE user_id = $1`,
      [id],
    );
    const body = { token, password: 'amber lantern 77', confirmPassword: 'amber lantern 77' };
    expect((await system.openBrowser().post('/api/auth/reset-password', body)).status).toBe(410);
  });
});

describe('integration requests', () => {
  it('are accepted once per type, even concurrently', async () => {
    const { browser } = await system.registerAgent();
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.post('/api/request-integration', { integrationType: 'slack' })),
    );
    expect(answers.map(({ status, body }) => `${status} ${String(body['code'])}`).toSorted()).toEqual([
      '201 undefined',
      '409 INTEGRATION_ALREADY_REQUESTED',
      '409 INTEGRATION_ALREADY_REQUESTED',
    ]);
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
  it('finds users, newest first, page by page', async () => {
    const admin = await system.createAdmin();
    const firstName = `Needle${randomUUID().slice(0, 8)}`;
    const agents = [await system.registerAgent(), await system.registerAgent(), await system.registerAgent()];
    for (const { browser, email } of agents)
      await browser.patch('/api/user/profile', {
        firstName,
        lastName: 'X',
        phone: '2125550199',
        email,
      });
    const first = await admin.get<User[]>(`/api/admin/users?search=${firstName.toLowerCase()}&pageSize=2`);
    expect(first.body.map(({ email }) => email)).toEqual([agents[2]!.email, agents[1]!.email]);
    expect(first.headers.get('x-total-count')).toBe('3');
    const [, next = ''] = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await admin.get<User[]>(next);
    expect(second.body.map(({ email }) => email)).toEqual([agents[0]!.email]);
    expect(second.headers.get('link')).toBeNull();
    expect(JSON.stringify(first.body)).not.toMatch(/argon2/);
    expect((await admin.get<User[]>('/api/admin/users?search=%25')).body).toEqual([]);
  });

  it('sees the audit events of a user', async () => {
    const admin = await system.createAdmin();
    const { id } = await system.registerAgent();
    const { body } = await admin.get<{ action: string }[]>(`/api/admin/audit?userId=${id}`);
    expect(body.map(({ action }) => action)).toEqual(['registered']);
  });

  it('is created once, with a strong or a generated password', async () => {
    const email = `${randomUUID()}@example.com`;
    await expect(system.runAdminCli(['create', email], { ADMIN_PASSWORD: 'password1' })).rejects.toThrow(
      'too common',
    );
    const output = await system.runAdminCli(['create', email], { ADMIN_PASSWORD: '' });
    const [, password = ''] = /once\): (\S+)/.exec(output) ?? [];
    const login = await system.openBrowser().post('/api/auth/login', { email, password });
    expect(login).toMatchObject({ status: 200, body: { user: { isAdmin: true } } });
    await expect(system.runAdminCli(['create', email], { ADMIN_PASSWORD: '' })).rejects.toThrow('already');
  });
});

describe('the card on file', () => {
  it('is shown with brand, last four digits and expiry to its owner only', async () => {
    const agent = await system.registerAgent();
    expect((await agent.browser.get('/api/user/card')).body).toEqual({
      card: null,
      usable: false,
      recovery: null,
    });
    await system.saveCard(agent.browser);
    expect((await agent.browser.get('/api/user/card')).body).toEqual({
      card: { brand: 'visa', last4: '4242', expMonth: expect.any(Number), expYear: expect.any(Number) },
      usable: true,
      recovery: null,
    });
    const admin = await system.createAdmin();
    expect((await admin.get('/api/user/card')).body).toEqual({ card: null, usable: false, recovery: null });
  });
});

describe('sessions', () => {
  it('are listed without their ids, and all but the current one can be ended', async () => {
    const agent = await system.registerAgent();
    const phone = await signIn(agent, agent.password, 'Phone/1.0');
    const { body } = await agent.browser.get<Session[]>('/api/user/sessions');
    expect(body).toHaveLength(2);
    expect(body.filter(({ current }) => current)).toHaveLength(1);
    expect(body.find(({ current }) => !current)).toMatchObject({ userAgent: 'Phone/1.0' });
    const token = phone.cookies.get('desk-session') ?? '';
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    expect(JSON.stringify(body)).not.toContain(sid);

    expect((await agent.browser.post('/api/user/sessions/end-others')).body).toEqual({ ended: 1 });
    expect([await statusOf(agent.browser), await statusOf(phone)]).toEqual([200, 401]);
    expect((await agent.browser.post('/api/user/sessions/end-others')).body).toEqual({ ended: 0 });
  });
});

describe('changing the password', () => {
  const change = (browser: Browser, currentPassword: string, password: string, confirmPassword = password) =>
    browser.post('/api/user/change-password', { currentPassword, password, confirmPassword });

  it('requires the current password, an uncommon new one and its confirmation', async () => {
    const { browser, password } = await system.registerAgent();
    expect(await change(browser, 'not the password', 'amber lantern 77')).toMatchObject({
      status: 422,
      body: { code: 'WRONG_PASSWORD', errors: [{ field: 'currentPassword' }] },
    });
    expect(await change(browser, password, 'password1')).toMatchObject({
      status: 422,
      body: { code: 'COMMON_PASSWORD' },
    });
    expect(await change(browser, password, 'amber lantern 77', 'amber lantern 78')).toMatchObject({
      status: 422,
      body: {
        code: 'INVALID_REQUEST',
        errors: [{ field: 'confirmPassword', message: "Passwords don't match" }],
      },
    });
    expect(await statusOf(browser)).toBe(200);
  });

  it('ends other sessions, invalidates the old password and sends an email', async () => {
    const agent = await system.registerAgent();
    const phone = await signIn(agent, agent.password);
    expect((await change(agent.browser, agent.password, 'amber lantern 77')).body).toEqual({ success: true });
    expect([await statusOf(agent.browser), await statusOf(phone)]).toEqual([200, 401]);
    const withOld = await signIn(agent, agent.password);
    const withNew = await signIn(agent, 'amber lantern 77');
    expect([await statusOf(withOld), await statusOf(withNew)]).toEqual([401, 200]);
    await eventually(async () =>
      (await system.listEmailsTo(agent.email)).some(({ subject }) => /password.*changed/i.test(subject)),
    );
  });
});
