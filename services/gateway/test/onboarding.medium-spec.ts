import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import type { Answer, Browser } from './browser.js';
import { System } from './system.js';

let system: System;

beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const password = 'violet harbour 42';
const person = (email: string) => ({
  firstName: 'Nora',
  lastName: 'Newcomer',
  companyName: null,
  email,
  phone: '2125550177',
});

/** The first five steps, as the wizard saves them; answers the session id. */
async function saveSteps(browser: Browser, email: string): Promise<string> {
  const save = async (body: object): Promise<string> => {
    const answer = await browser.post<{ sessionId: string }>('/api/get-started/save', body);
    expect(answer.status).toBe(200);
    return answer.body.sessionId;
  };
  const sessionId = await save({ currentStep: 'start', acceptedTerms: true });
  const { firstName, lastName, companyName, phone } = person(email);
  const choices = { deliveryEmail: true, deliveryText: true, deliverySlack: false, deliveryOther: 'my CRM' };
  expect(await save({ sessionId, currentStep: 'delivery', ...choices })).toBe(sessionId);
  await save({ sessionId, currentStep: 'name', firstName, lastName, companyName });
  await save({ sessionId, currentStep: 'contact', email, phone });
  await save({ sessionId, currentStep: 'security' });
  return sessionId;
}

interface SignUp {
  readonly browser: Browser;
  readonly email: string;
  readonly sessionId: string;
  readonly setupIntentId: string;
}

/** Everything up to the last step, with a card that the provider has taken. */
async function untilActivate(email = `${randomUUID()}@example.com`): Promise<SignUp> {
  const browser = system.browser();
  const sessionId = await saveSteps(browser, email);
  const setup = await browser.post<{ clientSecret: string }>('/api/get-started/setup-payment', {
    sessionId,
    email,
  });
  expect(setup.status).toBe(200);
  const { id: setupIntentId } = await system.confirmSetup(setup.body.clientSecret);
  return { browser, email, sessionId, setupIntentId };
}

const complete = (
  { browser, email, sessionId, setupIntentId }: SignUp,
  change: object = {},
): Promise<Answer> =>
  browser.post('/api/get-started/complete', {
    sessionId,
    setupIntentId,
    ...person(email),
    password,
    dailyLeadLimit: 50,
    ...change,
  });

const usersOf = (email: string) =>
  system.query<{ id: string; stripe_payment_method_id: string | null; daily_lead_limit: number }>(
    'accounts',
    'SELECT id, stripe_payment_method_id, daily_lead_limit FROM users WHERE email = $1',
    [email],
  );

/** What must be true of every sign-up that came to its end, whatever happened on the way. */
async function expectOneAccount(email: string): Promise<void> {
  const users = await usersOf(email);
  expect(users).toHaveLength(1);
  const [user] = users;
  expect(user).toMatchObject({
    daily_lead_limit: 50,
    stripe_payment_method_id: expect.stringMatching(/^pm_/),
  });
  const customers = await system.query<{ stripe_payment_method_id: string; card_version: number }>(
    'billing',
    'SELECT stripe_payment_method_id, card_version FROM customers WHERE buyer_id = $1',
    [user!.id],
  );
  expect(customers).toEqual([{ stripe_payment_method_id: user!.stripe_payment_method_id, card_version: 1 }]);
  await eventually(async () => {
    const buyers = await system.query<{ daily_lead_limit: number; is_open: boolean }>(
      'lead-router',
      'SELECT daily_lead_limit, is_open FROM buyers WHERE id = $1',
      [user!.id],
    );
    expect(buyers).toEqual([{ daily_lead_limit: 50, is_open: true }]);
  });
  const drafts = await system.query<{ claim: object | null; completed_at: Date | null }>(
    'accounts',
    'SELECT claim, completed_at FROM get_started_leads WHERE user_id = $1',
    [user!.id],
  );
  expect(drafts).toEqual([{ claim: null, completed_at: expect.any(Date) }]);
}

describe('signing up by the wizard', () => {
  it('makes one account with card, limit and choices, and signs in', async () => {
    const signUp = await untilActivate();
    const answer = await complete(signUp);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    await expectOneAccount(signUp.email);
    const user = await signUp.browser.get('/api/auth/user');
    expect(user.body).toMatchObject({ email: signUp.email, firstName: 'Nora', dailyLeadLimit: 50 });
    const login = await system.browser().post('/api/auth/login', { email: signUp.email, password });
    expect(login.status).toBe(200);
  });

  it('goes on where it stopped, for whoever holds the session id', async () => {
    const browser = system.browser();
    const email = `${randomUUID()}@example.com`;
    const sessionId = await saveSteps(browser, email);
    const { body } = await system.browser().post('/api/get-started/resume', { sessionId });
    expect(body).toEqual({
      currentStep: 'security',
      completedSteps: ['start', 'delivery', 'name', 'contact', 'security'],
      acceptedTerms: true,
      deliveryEmail: true,
      deliveryText: true,
      deliverySlack: false,
      deliveryOther: 'my CRM',
      ...person(email),
    });
    const other = await browser.post('/api/get-started/resume', { sessionId: 'b'.repeat(43) });
    expect(other).toMatchObject({ status: 404, body: { code: 'DRAFT_NOT_FOUND' } });
  });

  it('holds no address until it is complete', async () => {
    const { email, browser } = await untilActivate();
    expect((await browser.post('/api/check-email', { email })).body).toEqual({ available: true });
    await system.agent(email);
    expect((await browser.post('/api/check-email', { email: email.toUpperCase() })).body).toEqual({
      available: false,
    });
  });

  it('is refused when the address was taken meanwhile, and may go on with another', async () => {
    const signUp = await untilActivate();
    await system.agent(signUp.email);
    expect(await complete(signUp)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    const email = `${randomUUID()}@example.com`;
    expect((await complete({ ...signUp, email })).status).toBe(200);
    await expectOneAccount(email);
  });

  it('is refused with a set-up that did not succeed, and leaves nothing', async () => {
    const email = `${randomUUID()}@example.com`;
    const browser = system.browser();
    const sessionId = await saveSteps(browser, email);
    const setup = await browser.post<{ clientSecret: string }>('/api/get-started/setup-payment', {
      sessionId,
      email,
    });
    const [setupIntentId = ''] = setup.body.clientSecret.split('_secret');
    const answer = await complete({ browser, email, sessionId, setupIntentId });
    expect(answer).toMatchObject({
      status: 402,
      body: { code: 'SETUP_NOT_SUCCEEDED', detail: 'Payment setup was not successful' },
    });
    expect(await usersOf(email)).toEqual([]);
  });

  it("is refused with somebody else's set-up", async () => {
    const [one, other] = [await untilActivate(), await untilActivate()];
    const answer = await complete({ ...one, setupIntentId: other.setupIntentId });
    expect(answer).toMatchObject({ status: 402, body: { code: 'SETUP_NOT_SUCCEEDED' } });
    expect(await usersOf(one.email)).toEqual([]);
    expect((await complete(other)).status).toBe(200);
  });

  it('makes one account when it is sent several times at once', async () => {
    const signUp = await untilActivate();
    const answers = await Promise.all([1, 2, 3].map(() => complete(signUp)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectOneAccount(signUp.email);
  });

  it('lets nobody in by the session id of a finished sign-up', async () => {
    const signUp = await untilActivate();
    await complete(signUp);
    const stranger = { ...signUp, browser: system.browser() };
    const answer = await complete(stranger, { password: 'crimson meadow 42' });
    expect(answer).toMatchObject({ status: 404, body: { code: 'DRAFT_NOT_FOUND' } });
    expect(stranger.browser.cookies.size).toBe(0);
  });
});

describe('a sign-up that is cut off', () => {
  it.each([
    'after-submission',
    'after-verify',
    'after-user',
    'after-card',
    'after-completion',
    'after-session',
  ])(
    '%s is finished by sending it again, with one account',
    async (place) => {
      const signUp = await untilActivate();
      system.arm(`accounts.complete.${place}`);
      const accounts = system.parts.get('accounts');
      const cut = complete(signUp).catch(() => undefined);
      await accounts?.ended;
      await system.startService('accounts');
      const again = await complete({ ...signUp, browser: system.browser() });
      expect(again.status).toBe(200);
      await cut;
      await expectOneAccount(signUp.email);
    },
    60_000,
  );

  it('is finished also when nobody sends it again, and Redis has forgotten the request', async () => {
    const signUp = await untilActivate();
    system.arm('accounts.complete.after-user');
    const accounts = system.parts.get('accounts');
    void complete(signUp).catch(() => undefined);
    await accounts?.ended;
    await system.forgetRequests('accounts');
    await system.query('accounts', `UPDATE outbox SET due_at = now() WHERE name = 'accounts.finish-sign-up'`);
    await system.startService('accounts');
    await eventually(
      async () => {
        const done = await system.query(
          'accounts',
          'SELECT 1 FROM get_started_leads WHERE email = $1 AND completed_at IS NOT NULL',
          [signUp.email],
        );
        return done.length === 1;
      },
      { timeoutMs: 40_000 },
    );
    await expectOneAccount(signUp.email);
  });
});
