import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { type Agent, Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

interface Session {
  id: string;
  current: boolean;
  userAgent: string | null;
}

let system: TestSystem;
let fixture: Fixture;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
});
afterAll(() => system.stop());

async function signIn({ email }: Agent, password: string, userAgent = 'node'): Promise<Browser> {
  const browser = system.openBrowser();
  await browser.post('/api/auth/login', { email, password }, { 'user-agent': userAgent });
  return browser;
}
const statusOf = async (browser: Browser): Promise<number> => (await browser.get('/api/auth/user')).status;

describe('the card on file', () => {
  it('is shown with brand, last four digits and expiry to its owner only', async () => {
    const agent = await fixture.createAgent();
    expect((await agent.browser.get('/api/user/card')).body).toEqual({
      card: null,
      usable: false,
      recovery: null,
    });
    await fixture.saveCard(agent);
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
    const agent = await fixture.createAgent();
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
    const { browser, password } = await fixture.createAgent();
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
    const agent = await fixture.createAgent();
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

  it('is rejected from another site', async () => {
    const { browser, password } = await fixture.createAgent();
    const body = {
      currentPassword: password,
      password: 'amber lantern 77',
      confirmPassword: 'amber lantern 77',
    };
    const answer = await browser.post('/api/user/change-password', body, { 'sec-fetch-site': 'cross-site' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } });
  });
});
