import { type Route, routes, SMS_OPT_IN_TEXT } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addApp, codeOf } from './authenticator-app.js';
import type { Browser } from './browser.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

const SOME_ID = '00000000-0000-4000-8000-000000000000';
const TWO_DAYS = 2 * 24 * 60;
const REFUSED = 'REAUTHENTICATION_REQUIRED';

const errorIn = async (answer: Promise<{ body: { code?: unknown } | null }>) => (await answer).body?.code;
const declared = Object.entries(routes as Readonly<Record<string, Route>>);

const call = (browser: Browser, { method, path, contentTypes }: Route) =>
  browser.send<{ code?: string }>(
    method,
    path.replaceAll(/:\w+/g, SOME_ID),
    method === 'GET' ? undefined : '{}',
    method === 'GET' ? {} : { 'content-type': contentTypes[0] ?? '' },
  );

describe('every route', () => {
  it('that needs a recent proof is refused to a session without one', async () => {
    const agent = await system.registerOwner();
    const admin = await system.createAdmin();
    await system.setMinutesSinceProof(TWO_DAYS);
    const sensitive = declared.filter(([, { proof }]) => proof === 'recent');
    expect(sensitive.length).toBeGreaterThan(30);
    for (const [name, route] of sensitive) {
      const answer = await call(route.access === 'admin' ? admin : agent.browser, route);
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, REFUSED]);
    }
  });

  it('that needs none is not', async () => {
    const agent = await system.registerOwner();
    await system.setMinutesSinceProof(TWO_DAYS);
    const others = declared.filter(
      ([name, { proof, access, text }]) =>
        proof === 'none' &&
        (access === 'agent' || access === 'signed-in') &&
        !text &&
        name !== 'endAllSessions',
    );
    for (const [name, route] of others)
      expect([name, (await call(agent.browser, route)).body.code]).not.toEqual([name, REFUSED]);
  });
});

const setUpPassword = {
  currentPassword: 'violet harbour 42',
  password: 'amber lantern 77',
  confirmPassword: 'amber lantern 77',
};
const person = { firstName: 'Ada', lastName: 'Agent', phone: '+12125550123' };

describe('an agent with an authenticator app, whose last proof is two days old', () => {
  it.each([
    ['the password', 'POST', '/api/user/change-password', setUpPassword],
    [
      'the email address',
      'PATCH',
      '/api/user/profile',
      { ...person, email: 'thief@example.com', currentPassword: 'violet harbour 42' },
    ],
    ['the phone number', 'PATCH', '/api/user/profile', { ...person, phone: '+12125550199' }],
    ['the card, by a new setup', 'POST', '/api/create-setup-intent', {}],
    ['the card', 'POST', '/api/update-payment-method', { paymentMethodId: 'pm_card_visa' }],
    [
      'where leads go: an address of their own',
      'POST',
      '/api/channels/webhook',
      { url: 'https://crm.example.com/' },
    ],
    ['the secret of webhooks', 'POST', `/api/channels/${SOME_ID}/rotate-secret`, {}],
    ['where leads go: a channel that is paused', 'POST', `/api/channels/${SOME_ID}/resume`, {}],
    ['where leads go: Slack', 'POST', '/api/channels/slack/start', {}],
    ['where leads go: Slack, answered', 'POST', '/api/channels/slack/complete', { state: 'x', code: 'y' }],
    [
      'where leads go: a phone',
      'POST',
      '/api/channels/sms/code',
      { phone: '2125550123', optInText: SMS_OPT_IN_TEXT },
    ],
    ['where leads go: a phone, with its code', 'POST', '/api/channels/sms/confirm', { code: '123456' }],
    ['where notices go', 'POST', '/api/channels/push/browsers', {}],
    ['the second factors', 'POST', '/api/user/second-factors/app/start', {}],
    ['the recovery codes', 'POST', '/api/user/recovery-codes', {}],
    ['the other sessions', 'POST', '/api/user/sessions/end-others', {}],
  ] as const)('changes %s only after a code of the app', async (_what, method, path, body) => {
    const { browser, password, id } = await system.registerOwner();
    const { secret } = await addApp(system, browser);
    await system.setMinutesSinceProof(TWO_DAYS, id);
    const act = () => errorIn(browser.send<{ code?: string }>(method, path, JSON.stringify(body), {}));
    expect(await act()).toBe(REFUSED);
    expect(await errorIn(browser.post('/api/auth/reauthenticate', { password }))).toBe('WRONG_CODE');
    expect(await act()).toBe(REFUSED);
    expect(await errorIn(browser.post('/api/auth/reauthenticate', { code: codeOf(secret) }))).toBeUndefined();
    expect(await act()).not.toBe(REFUSED);
  });

  it('changed nothing by the refused requests', async () => {
    const { browser, email, id } = await system.registerOwner();
    await addApp(system, browser);
    await system.setMinutesSinceProof(TWO_DAYS, id);
    await browser.post('/api/user/change-password', setUpPassword);
    await browser.patch('/api/user/profile', { ...person, email, firstName: 'Eve', phone: '+12125550199' });
    const { body } = await browser.get('/api/auth/user');
    expect(body).toMatchObject({ firstName: 'Ada', email });
    const changes = await system.query(
      'accounts',
      "SELECT 1 FROM audit_events WHERE user_id = $1 AND action IN ('password-changed', 'profile-changed')",
      [id],
    );
    expect(changes).toEqual([]);
  });
});

describe('an agent without a second factor', () => {
  it('changes the card with the password alone', async () => {
    const { browser, password, id } = await system.registerOwner();
    await system.setMinutesSinceProof(11, id);
    const start = () => errorIn(browser.post<{ code?: string }>('/api/create-setup-intent'));
    expect(await start()).toBe(REFUSED);
    expect(await errorIn(browser.post('/api/auth/reauthenticate', { password }))).toBeUndefined();
    expect(await start()).toBeUndefined();
  });
});
