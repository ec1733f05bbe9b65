import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import type { Answer, Browser } from './browser.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

const password = 'violet harbour 42';
const person = (email: string) => ({
  firstName: 'Nora',
  lastName: 'Newcomer',
  companyName: null,
  email,
  phone: '+12125550177',
});

/** Saves the first five steps as the wizard does. Returns the session id. */
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

/** Returns the client secret of a new card setup. */
async function startCardSetup(browser: Browser, sessionId: string, email: string): Promise<string> {
  const setup = await browser.post<{ clientSecret: string }>('/api/get-started/setup-payment', {
    sessionId,
    email,
  });
  expect(setup.status).toBe(200);
  return setup.body.clientSecret;
}

interface SignUp {
  readonly browser: Browser;
  readonly email: string;
  readonly sessionId: string;
  readonly setupIntentId: string;
}

/** Completes all steps but the last, with a confirmed card. */
async function prepareSignUp(email = `${randomUUID()}@example.com`): Promise<SignUp> {
  const browser = system.openBrowser();
  const sessionId = await saveSteps(browser, email);
  const { id: setupIntentId } = await system.confirmSetup(await startCardSetup(browser, sessionId, email));
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

/** Checks what must hold after every completed sign-up, however it got there. */
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
    const buyers = await system.query<{ daily_lead_limit: number; is_eligible: boolean }>(
      'lead-router',
      'SELECT daily_lead_limit, is_eligible FROM buyers WHERE id = $1',
      [user!.id],
    );
    expect(buyers).toEqual([{ daily_lead_limit: 50, is_eligible: true }]);
  });
  await eventually(async () => {
    const drafts = await system.query<{ submission: object | null; completed_at: Date | null }>(
      'accounts',
      'SELECT submission, completed_at FROM sign_up_drafts WHERE user_id = $1',
      [user!.id],
    );
    expect(drafts).toEqual([{ submission: null, completed_at: expect.any(Date) }]);
  });
}

describe('the sign-up wizard', () => {
  it('creates one account with card, limit and choices, and signs in', async () => {
    const signUp = await prepareSignUp();
    const answer = await complete(signUp);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    await expectOneAccount(signUp.email);
    const user = await signUp.browser.get('/api/auth/user');
    expect(user.body).toMatchObject({ email: signUp.email, firstName: 'Nora', dailyLeadLimit: 50 });
    // What was chosen in the wizard is requested exactly once, even if completing is repeated.
    expect((await complete(signUp)).status).toBe(200);
    const { body: requests } =
      await signUp.browser.get<{ integrationType: string; status: string; details: string | null }[]>(
        '/api/integration-requests',
      );
    expect(
      requests.map(({ integrationType, status, details }) => [integrationType, status, details]).toSorted(),
    ).toEqual([
      ['other', 'pending', 'my CRM'],
      ['sms', 'pending', null],
    ]);
    const login = await system.openBrowser().post('/api/auth/login', { email: signUp.email, password });
    expect(login.status).toBe(200);
  });

  it('resumes a sign-up by its session id', async () => {
    const browser = system.openBrowser();
    const email = `${randomUUID()}@example.com`;
    const sessionId = await saveSteps(browser, email);
    const { body } = await system.openBrowser().post('/api/get-started/resume', { sessionId });
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

  it('does not reserve an email address before completion', async () => {
    const { email, browser } = await prepareSignUp();
    expect((await browser.post('/api/check-email', { email })).body).toEqual({ available: true });
    await system.registerAgent(email);
    expect((await browser.post('/api/check-email', { email: email.toUpperCase() })).body).toEqual({
      available: false,
    });
  });

  it('rejects an email address taken meanwhile, and completes with another one', async () => {
    const signUp = await prepareSignUp();
    await system.registerAgent(signUp.email);
    expect(await complete(signUp)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    const email = `${randomUUID()}@example.com`;
    expect((await complete({ ...signUp, email })).status).toBe(200);
    await expectOneAccount(email);
  });

  it('rejects a card setup that did not succeed, without creating an account', async () => {
    const email = `${randomUUID()}@example.com`;
    const browser = system.openBrowser();
    const sessionId = await saveSteps(browser, email);
    const [setupIntentId = ''] = (await startCardSetup(browser, sessionId, email)).split('_secret');
    const answer = await complete({ browser, email, sessionId, setupIntentId });
    expect(answer).toMatchObject({
      status: 402,
      body: { code: 'SETUP_NOT_SUCCEEDED', detail: 'Payment setup was not successful' },
    });
    expect(await usersOf(email)).toEqual([]);
  });

  it("rejects another sign-up's card setup", async () => {
    const [one, other] = [await prepareSignUp(), await prepareSignUp()];
    const answer = await complete({ ...one, setupIntentId: other.setupIntentId });
    expect(answer).toMatchObject({ status: 402, body: { code: 'SETUP_NOT_SUCCEEDED' } });
    expect(await usersOf(one.email)).toEqual([]);
    expect((await complete(other)).status).toBe(200);
  });

  it('creates one account for concurrent requests', async () => {
    const signUp = await prepareSignUp();
    const answers = await Promise.all([1, 2, 3].map(() => complete(signUp)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectOneAccount(signUp.email);
  });

  it('replaces the session of the account that was signed in before', async () => {
    const signUp = await prepareSignUp();
    const { browser } = await system.registerAgent();
    const before = browser.copy();
    expect((await complete({ ...signUp, browser })).status).toBe(200);
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ email: signUp.email });
    expect((await before.get('/api/auth/user')).status).toBe(401);
  });

  it('grants no access by the session id of a completed sign-up', async () => {
    const signUp = await prepareSignUp();
    await complete(signUp);
    const stranger = { ...signUp, browser: system.openBrowser() };
    const answer = await complete(stranger, { password: 'crimson meadow 42' });
    expect(answer).toMatchObject({ status: 404, body: { code: 'DRAFT_NOT_FOUND' } });
    expect(stranger.browser.cookies.size).toBe(0);
  });
});

describe('a sign-up interrupted by a crash', () => {
  it.each([
    'after-commit-1',
    'after-cards.verify-setup',
    'after-commit-2',
    'after-cards.save',
    'after-commit-3',
    'handled',
  ])('%s is completed by a retry, with one account', async (crashPoint) => {
    const signUp = await prepareSignUp();
    system.armCrashPoint(`accounts:onboarding.complete:${crashPoint}`);
    const accounts = system.processes.get('accounts');
    const interrupted = complete(signUp).catch(() => undefined);
    await accounts?.ended;
    await system.startService('accounts');
    const retried = await complete({ ...signUp, browser: system.openBrowser() });
    expect(retried.status).toBe(200);
    await interrupted;
    await expectOneAccount(signUp.email);
  });

  /** Crashes accounts while it completes the sign-up, and loses the request. */
  const crashAt = async (crashPoint: string, signUp: SignUp, change: object = {}) => {
    system.armCrashPoint(`accounts:onboarding.complete:${crashPoint}`);
    const accounts = system.processes.get('accounts');
    void complete({ ...signUp, browser: system.openBrowser() }, change).catch(() => undefined);
    await accounts?.ended;
    await system.deleteRequests('accounts');
  };
  const finishIn = (delay: string) =>
    system.query(
      'accounts',
      `UPDATE outbox SET due_at = now() + $1::interval WHERE name = 'accounts.finish-sign-up'`,
      [delay],
    );

  it('is completed with the card and limit of the last request, even if that is interrupted too', async () => {
    const signUp = await prepareSignUp();
    await crashAt('after-commit-2', signUp, { dailyLeadLimit: 100 });
    // Not before the second request.
    await finishIn('1 hour');
    await system.startService('accounts');
    const secret = await startCardSetup(signUp.browser, signUp.sessionId, signUp.email);
    const { id: setupIntentId } = await system.confirmSetup(secret);
    await crashAt('after-cards.verify-setup', signUp, { dailyLeadLimit: 50, setupIntentId });
    await finishIn('0 s');
    await system.startService('accounts');
    await eventually(async () => {
      expect((await usersOf(signUp.email))[0]?.stripe_payment_method_id).toBeTruthy();
    });
    await expectOneAccount(signUp.email);
    const repeated = { ...signUp, setupIntentId };
    expect((await complete(repeated)).status).toBe(200);
    expect(await complete(repeated, { dailyLeadLimit: 100 })).toMatchObject({
      status: 409,
      body: { code: 'SIGN_UP_COMPLETED' },
    });
    expect(await complete(signUp)).toMatchObject({ status: 409, body: { code: 'SIGN_UP_COMPLETED' } });
  });

  it('is completed without a retry, even if Redis lost the request', async () => {
    const signUp = await prepareSignUp();
    await crashAt('after-commit-2', signUp);
    await finishIn('0 s');
    await system.startService('accounts');
    await eventually(async () => {
      const done = await system.query(
        'accounts',
        'SELECT 1 FROM sign_up_drafts WHERE email = $1 AND completed_at IS NOT NULL',
        [signUp.email],
      );
      return done.length === 1;
    });
    await expectOneAccount(signUp.email);
  });
});
